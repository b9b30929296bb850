import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { expect } from "vitest";
import { type Answered, call, newPerson, type Person } from "../http/client.ts";
import { knowingAll } from "../http/stored-log.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import {
  type Command,
  canariesIn,
  disowning,
  endOtherSessions,
  entry,
  passwordChange,
  profileChange,
  registration,
  send,
  signIn,
  signOut,
  stepUp,
  type Visitor,
  verification,
} from "./commands.ts";
import type { DyingService } from "./dying-service.ts";
import { type Links, linksTo } from "./emails.ts";

/** Stops a client's work: the process died before it answered. */
class NoAnswer extends Error {}

/** Clients who record what they requested and what was answered. */
export class Clients {
  readonly #service: DyingService;
  readonly visitors: Visitor[] = [];
  /** Each command with the client who sent it, in sending order. */
  readonly #sent = new Map<Command, object>();
  /** The latest answered command of each client. */
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

  /** Runs the work; stops quietly if the process dies. */
  async #untilItDies(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
  }

  /** Registers, opens the email, verifies and signs in; the person is in `visitors` from then on. */
  newcomer(): Promise<void> {
    const person = newPerson();
    return this.#untilItDies(async () => {
      let newcomer: Visitor | undefined;
      await this.#does(
        person,
        registration(person, (visitor) => (newcomer = visitor)),
      );
      await this.#does(person, verification((await this.#links(person)).verification));
      if (!newcomer) throw new Error("nobody was registered");
      await this.#does(newcomer, signIn(newcomer));
      this.visitors.push(newcomer);
    });
  }

  /** Registers, opens the email, and says that it was someone else. */
  disowner(): Promise<void> {
    const person = newPerson();
    return this.#untilItDies(async () => {
      await this.#does(
        person,
        registration(person, () => {}),
      );
      await this.#does(person, disowning((await this.#links(person)).notMe));
    });
  }

  async #links({ email }: Person): Promise<Links> {
    for (const until = Date.now() + 15_000; Date.now() < until; ) {
      const links = linksTo(this.#service.mail, email);
      if (links) return links;
      if (await this.#service.dies(10)) throw new NoAnswer();
    }
    throw new Error(`no email to ${email}`);
  }

  /** Does one of each action, starting with number `first`. */
  visit(visitor: Visitor, first: number): Promise<void> {
    const all = [profileChange, passwordChange, stepUp, signIn, endOtherSessions, signOut];
    const order = [...all.slice(first % all.length), ...all.slice(0, first % all.length)];
    return this.#untilItDies(async () => {
      for (const make of order) {
        await this.#does(visitor, make(visitor));
        if (make === signOut) await this.#does(visitor, signIn(visitor));
      }
    });
  }

  /** Sends unanswered commands again with the same key. With `registrationsAreGivenUp`, gives up unanswered registrations instead. */
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

  /** The client or the service gave the registration up: a fenced-off registration leaves no events, and its key is used up. */
  async #giveUp(command: Command, fenced: boolean): Promise<void> {
    expect(command.path).toBe("/api/auth/register");
    if (fenced) command.comesTo = [];
    this.#givenUp.add(command);
    await this.#registerAgain(command.body as Person);
  }

  #understand(command: Command, answer: Answered): void {
    if (command.comesTo.includes("SessionEnded") && answer.status === 401) {
      // A request with an ended session is not authenticated, so the log already contains this sign-out.
      command.learn(answer);
      command.answer = answer;
    } else expect(answer.status, `${command.what}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  }

  /** Another person registers the address of a registration that was given up. */
  async #registerAgain({ email, password }: Person): Promise<void> {
    const person = newPerson({ email, password });
    const wish = registration(person, () => {});
    this.#sent.set(wish, person);
    const { status, body } = await send(this.#service.url, wish);
    // 409: the person who gave up is registered.
    if (status === 409) wish.comesTo = [];
    expect([`201 ${undefined}`, "409 email_taken"]).toContain(`${status} ${body.code}`);
    if (status === 409) this.#givenUp.add(wish);
  }

  /** Every client repeats its latest answered command and gets the same answer. */
  async expectSameAnswers(): Promise<void> {
    for (const command of this.#latest.values()) {
      if (command.comesTo.includes("SessionEnded")) continue;
      const { status, body } = await send(this.#service.url, command);
      const { token, message } = command.answer?.body ?? {};
      expect({ status, token: body.token, message: body.message }, command.what).toEqual({
        status: command.answer?.status,
        token,
        message,
      });
    }
    this.#latest.clear();
  }

  /** Reads show every client what was acknowledged. */
  async expectAcknowledged(): Promise<void> {
    const headers = await knowingAll(this.#service);
    for (const visitor of this.visitors) {
      const { token, firstName, ended } = visitor;
      const me = await call(this.#service.url, "GET /api/auth/me", { token, headers });
      if (me.status === 401) {
        // Its sign-out was the last command that was carried out.
        expect(ended).toContain(token);
        await this.#does(visitor, signIn(visitor));
      } else expect([me.status, me.body.user?.firstName]).toEqual([200, firstName]);
      for (const dead of ended.splice(0)) {
        const answer = await call(this.#service.url, "GET /api/auth/me", { token: dead, headers });
        expect(answer.status).toBe(401);
      }
    }
  }

  ledger(keyring: Keyring): Sent[] {
    return [...this.#sent.keys()].map((command) => entry(keyring, command)).filter((one) => one !== null);
  }

  canaries = (): Canaries => canariesIn([...this.#sent.keys()]);
}
