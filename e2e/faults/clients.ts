import { expect } from "vitest";
import { call, newPerson, type Person } from "../http/client.ts";
import { knowingAll } from "../http/stored-log.ts";
import { disowning, registration, signIn, verification, visitOf } from "./commands.ts";
import { codeIn, type Links, linksTo, linkTokenTo } from "./emails.ts";
import type { Flow } from "./flow.ts";
import type { Visitor } from "./request.ts";
import { NoAnswer, SentCommands } from "./sent-commands.ts";

/** Clients who record what they requested and what was answered. */
export class Clients extends SentCommands {
  readonly visitors: Visitor[] = [];
  #admin: Visitor | undefined;

  /** Runs the work; stops quietly if the process dies. */
  async #untilItDies(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
  }

  /** Registers, opens the email, verifies and signs in, as a client of its own or as this one. */
  async #joins(person: Person, client?: object): Promise<Visitor> {
    let newcomer: Visitor | undefined;
    await this.does(
      person,
      registration(person, (visitor) => (newcomer = visitor)),
    );
    await this.does(person, verification((await this.#links(person)).verification));
    if (!newcomer) throw new Error("no user was registered");
    await this.does(client ?? newcomer, signIn(newcomer));
    return newcomer;
  }

  /** The person is in `visitors` once signed in. */
  newcomer(): Promise<void> {
    return this.#untilItDies(async () => void this.visitors.push(await this.#joins(newPerson())));
  }

  /** The first admin, who acts in flows from then on. */
  async admin(email: string): Promise<void> {
    this.#admin = await this.#joins(newPerson({ email }));
  }

  async adminSignsIn(): Promise<void> {
    if (this.#admin) await this.does(this.#admin, signIn(this.#admin));
  }

  /** A newcomer does all of a flow; the admin, if there is none yet. */
  takePart(flow: Flow): Promise<void> {
    return this.#untilItDies(async () => {
      const person = newPerson();
      const visitor = await this.#joins(person, person);
      const { service } = this;
      this.#admin ??= visitor;
      const admin = this.#admin;
      await flow.run(visitor, {
        url: service.url,
        admin,
        now: () => service.now,
        does: (command) => this.does(person, command),
        another: () => this.#joins(newPerson(), person),
        linkTo: (email, page, subject) =>
          this.#arrives(`an email to ${email}`, () => linkTokenTo(service.mail, email, { page, subject })),
        codeTo: (email) => this.#arrives(`a code to ${email}`, () => codeIn(service.mail, email)),
        operator: (...command) => service.operatorLink(command),
      });
    });
  }

  /** Registers, opens the email, and says that it was someone else. */
  disowner(): Promise<void> {
    const person = newPerson();
    return this.#untilItDies(async () => {
      await this.does(person, registration(person));
      await this.does(person, disowning((await this.#links(person)).notMe));
    });
  }

  #links({ email }: Person): Promise<Links> {
    return this.#arrives(`an email to ${email}`, () => linksTo(this.service.mail, email));
  }

  async #arrives<Found>(what: string, find: () => Found | null): Promise<Found> {
    for (const until = Date.now() + 15_000; Date.now() < until; ) {
      const found = find();
      if (found) return found;
      if (await this.service.dies(10)) throw new NoAnswer();
    }
    throw new Error(`${what} did not arrive`);
  }

  /** Does one of each action, starting with number `first`. */
  visit(visitor: Visitor, first: number): Promise<void> {
    return this.#untilItDies(async () => {
      for (const command of visitOf(visitor, first)) await this.does(visitor, command);
    });
  }

  /** Reads show every client what was acknowledged. */
  async expectAcknowledged(): Promise<void> {
    const headers = await knowingAll(this.service);
    for (const visitor of this.visitors) {
      const { token, firstName, ended } = visitor;
      const me = await call(this.service.url, "GET /api/auth/me", { token, headers });
      if (me.status === 401) {
        // Its sign-out was the last command that was carried out.
        expect(ended).toContain(token);
        await this.does(visitor, signIn(visitor));
      } else expect([me.status, me.body.user?.firstName]).toEqual([200, firstName]);
      for (const dead of ended.splice(0)) {
        const answer = await call(this.service.url, "GET /api/auth/me", { token: dead, headers });
        expect(answer.status).toBe(401);
      }
    }
  }
}
