import type { Credentials } from "./credentials.ts";
import { serviceGroup } from "./service-rights.ts";
import { askMember, type StoreMembers } from "./store-http.ts";

/** What cannot be set up, in words for the operator. */
export class NotSetUp extends Error {
  override name = "NotSetUp";
}

/** The users of a store, by the HTTP API of its leader. */
export class StoreUsers {
  readonly #store: StoreMembers;
  readonly #leader: string;
  readonly #admin: Credentials;

  constructor(store: StoreMembers, leader: string, admin: Credentials) {
    this.#store = store;
    this.#leader = leader;
    this.#admin = admin;
  }

  /** Creates the user in the service's group alone. Returns false if it exists. @throws NotSetUp if it has other groups */
  async ensure({ username, password }: Credentials): Promise<boolean> {
    const path = `/users/${encodeURIComponent(username)}`;
    const found = await this.#ask([200, 404], { method: "GET", path });
    if (found.status === 200) {
      const { data } = found.body as { data?: { groups?: string[] } };
      const groups = data?.groups ?? [];
      if (groups.join() === serviceGroup) return false;
      throw new NotSetUp(`the user ${username} has the groups "${groups}": delete it, or name another in EVENT_LOG`);
    }
    const body = { loginName: username, fullName: "Attestory", groups: [serviceGroup], password };
    await this.#ask([201], { method: "POST", path: "/users/", body });
    return true;
  }

  async resetPassword({ username, password }: Credentials): Promise<void> {
    const path = `/users/${encodeURIComponent(username)}/command/reset-password`;
    await this.#ask([200], { method: "POST", path, body: { newPassword: password } });
  }

  async #ask(expected: readonly number[], asked: Omit<Parameters<typeof askMember>[2], "by">) {
    const answer = await askMember(this.#store, this.#leader, { ...asked, by: this.#admin });
    if (expected.includes(answer.status)) return answer;
    const why = answer.status === 401 ? "it refuses the admin of EVENT_LOG_ADMIN" : `it answered ${answer.status}`;
    throw new NotSetUp(`the event store did not do ${asked.method} ${asked.path}: ${why}`);
  }
}
