import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Stored } from "./stored.ts";

/**
 * I3: from the first admin on, an active admin is left after every event. The roster lists active admins alone, and all of them once
 * every interrupted change was repeated.
 */
export function* wrongAdmins({ events }: Stored): Generator<string> {
  const accounts = new Accounts();
  let before = 0;
  for (const event of events) {
    accounts.apply(event);
    const active = accounts.activeAdmins();
    if (before > 0 && active.length === 0) yield `I3 no active admin is left after ${event.type} at ${event.position}`;
    const wrong = [...accounts.listed].filter((id) => !active.includes(id));
    yield* wrong.map((id) => `I3 ${id} is listed and no active admin after ${event.type} at ${event.position}`);
    before = active.length;
  }
  const unlisted = accounts.activeAdmins().filter((id) => !accounts.listed.has(id));
  yield* unlisted.map((id) => `I3 the active admin ${id} is not listed`);
}

class Accounts {
  readonly listed = new Set<string>();
  readonly #admins = new Set<string>();
  readonly #inactive = new Set<string>();

  activeAdmins = (): string[] => [...this.#admins].filter((id) => !this.#inactive.has(id));

  apply({ type, data }: RecordedEvent): void {
    if (type === "RolesChanged") set(this.#admins, data.userId, data.isAdmin);
    else if (type === "UserActivated" || type === "UserDeactivated")
      set(this.#inactive, data.userId, type === "UserDeactivated");
    else if (type === "AdminListed" || type === "AdminUnlisted") set(this.listed, data.userId, type === "AdminListed");
  }
}

const set = (ids: Set<string>, id: string, isIn: boolean): unknown => (isIn ? ids.add(id) : ids.delete(id));
