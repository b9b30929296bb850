import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { expect } from "vitest";
import { type Answered, call, newPerson, type Person } from "../http/client.ts";
import { knowingAll } from "../http/stored-log.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import {
  type Command,
  canariesIn,
  endOtherSessions,
  entry,
  passwordChange,
  profileChange,
  registration,
  send,
  signIn,
  signOut,
  type Visitor,
  verification,
} from "./commands.ts";
import type { DyingService } from "./dying-service.ts";
import { linkTo } from "./letters.ts";

/** Ends a client's work: the process died before it answered. */
class NoAnswer extends Error {}

/** Clients who keep book of what they asked for and of what was answered. */
export class Clients {
  readonly #service: DyingService;
  readonly visitors: Visitor[] = [];
  /** Who sent what, in its order. */
  readonly #sent = new Map<Command, object>();
  /** The newest that was answered, of each client. */
  readonly #latest = new Map<object, Command>();
  readonly #givenUp = new Set<Command>();

  constructor(service: DyingService) {
    this.#service = service;
  }

  async #does(client: object, command: Command): Promise<void> {
    this.#sent.set(command, client);
    const answer = await send(this.#service.url, command).catch(async (error) => {
      if (await this.#service.dies(5000)) throw new NoAnswer();
      throw error;
    });
    expect(answer.status, `${command.what}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    this.#latest.set(client, command);
  }

  /** Goes through with the work unless the process dies. */
  async #untilItDies(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
  }

  /** Registers, opens the letter, verifies, signs in; a visitor from then on. */
  newcomer(): Promise<void> {
    const person = newPerson();
    return this.#untilItDies(async () => {
      let newcomer: Visitor | undefined;
      await this.#does(
        person,
        registration(person, (visitor) => (newcomer = visitor)),
      );
      await this.#does(person, verification(await this.#link(person)));
      if (!newcomer) throw new Error("nobody was registered");
      await this.#does(newcomer, signIn(newcomer));
      this.visitors.push(newcomer);
    });
  }

  async #link({ email }: Person): Promise<string> {
    for (const until = Date.now() + 15_000; Date.now() < until; ) {
      const link = linkTo(this.#service.mail, email);
      if (link) return link;
      if (await this.#service.dies(10)) throw new NoAnswer();
    }
    throw new Error(`no letter to ${email}`);
  }

  /** Does one of everything, `first` first. */
  visit(visitor: Visitor, first: number): Promise<void> {
    const all = [profileChange, passwordChange, signIn, endOtherSessions, signOut];
    const order = [...all.slice(first % all.length), ...all.slice(0, first % all.length)];
    return this.#untilItDies(async () => {
      for (const make of order) {
        await this.#does(visitor, make(visitor));
        if (make === signOut) await this.#does(visitor, signIn(visitor));
      }
    });
  }

  /** What is still without an answer is asked for again with the same key; registrations are given up instead, where that is said. */
  async askAgain(registrationsAreGivenUp: boolean): Promise<void> {
    const open = [...this.#sent].filter(([command]) => command.answer === null && !this.#givenUp.has(command));
    for (const [command, client] of open) {
      const givesUp = registrationsAreGivenUp && command.path === "/api/auth/register";
      const answer = givesUp ? null : await send(this.#service.url, command);
      if (answer === null || answer.body.code === "conflict") await this.#giveUp(command, answer !== null);
      else {
        this.#understand(command, answer);
        this.#latest.set(client, command);
      }
    }
  }

  /** Its client gave it up, or the service did: a registration that was fenced off leaves nothing, and its key is used up. */
  async #giveUp(command: Command, fenced: boolean): Promise<void> {
    expect(command.path).toBe("/api/auth/register");
    if (fenced) command.comesTo = [];
    this.#givenUp.add(command);
    await this.#reservations(command.body as Person);
  }

  #understand(command: Command, answer: Answered): void {
    if (command.comesTo.includes("SessionEnded") && answer.status === 401) {
      // Whoever asks with a session that is over is not signed in: then this very sign-out stands in the log.
      command.learn(answer);
      command.answer = answer;
    } else expect(answer.status, `${command.what}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  }

  /** Somebody else wants the address of a registration that was given up. */
  async #reservations({ email, password }: Person): Promise<void> {
    const person = newPerson({ email, password });
    const wish = registration(person, () => {});
    this.#sent.set(wish, person);
    const { status, body } = await send(this.#service.url, wish);
    // Taken: the one who gave up is registered.
    if (status === 409) wish.comesTo = [];
    expect([`201 ${undefined}`, "409 email_taken"]).toContain(`${status} ${body.code}`);
    if (status === 409) this.#givenUp.add(wish);
  }

  /** Every client asks once more for what was answered last, and is answered the same. */
  async repeat(): Promise<void> {
    for (const command of this.#latest.values()) {
      if (command.comesTo.includes("SessionEnded")) continue;
      const { status, body } = await send(this.#service.url, command);
      const { token, message } = command.answer?.body ?? {};
      expect({ status, token: body.token, message: body.message }, command.what).toEqual({
        ...{ status: command.answer?.status, token, message },
      });
    }
    this.#latest.clear();
  }

  /** The read side tells everybody what was answered. */
  async lookAround(): Promise<void> {
    const headers = await knowingAll(this.#service);
    for (const visitor of this.visitors) {
      const { token, firstName, ended } = visitor;
      const me = await call(this.#service.url, "GET", "/api/auth/me", { token, headers });
      if (me.status === 401) {
        // Its sign-out was the last thing that it came to.
        expect(ended).toContain(token);
        await this.#does(visitor, signIn(visitor));
      } else expect([me.status, me.body.user?.firstName]).toEqual([200, firstName]);
      for (const dead of ended.splice(0)) {
        const answer = await call(this.#service.url, "GET", "/api/auth/me", { token: dead, headers });
        expect(answer.status).toBe(401);
      }
    }
  }

  ledger(keyring: Keyring): Sent[] {
    return [...this.#sent.keys()].map((command) => entry(keyring, command)).filter((one) => one !== null);
  }

  canaries = (): Canaries => canariesIn([...this.#sent.keys()]);
}
