import { setTimeout as wait } from "node:timers/promises";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import {
  type Command,
  canariesIn,
  entry,
  profileChange,
  registration,
  send,
  signIn,
  verification,
  visitOf,
} from "../faults/commands.ts";
import { linksTo } from "../faults/emails.ts";
import type { Visitor } from "../faults/request.ts";
import { type Answered, call, newPerson } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import type { MailServer } from "../stand-ins/mail-server.ts";

/** Statuses after which a client retries, in addition to a missing answer. */
const passing = { anyTrouble: [502, 503, 504], saidTrouble: [503] };
const betweenMs = 150;
const givesUpAfterMs = 60_000;

const failureOf = (answer: Answered | Error) => (answer instanceof Error ? answer : JSON.stringify(answer.body));

/**
 * Users who keep using the product through failures, and record their commands. They repeat a command that fails temporarily, with the
 * same key, until it is answered, and they read their own writes.
 */
export class SteadyClients {
  readonly #url: string;
  readonly #mail: MailServer;
  readonly #unanswered: () => string;
  readonly #sent: Command[] = [];
  /** Wrong answers: refusals, and reads that were older than the reader's own write. */
  readonly wrong: string[] = [];
  /** Which answers are retried. With `saidTrouble`, a broken connection counts as wrong. */
  patience: keyof typeof passing = "anyTrouble";
  answers = 0;
  retries = 0;

  /** `unanswered`: the gateway's log of upstreams that did not answer, because the gateway may retry at another one by itself. */
  constructor(url: string, mail: MailServer, unanswered: () => string = () => "") {
    this.#url = url;
    this.#mail = mail;
    this.#unanswered = unanswered;
  }

  /** Registers, opens the email, verifies and signs in. */
  async newcomer(): Promise<Visitor> {
    const person = newPerson();
    let newcomer: Visitor | undefined;
    await this.#does(registration(person, (visitor) => (newcomer = visitor)));
    await this.#does(verification(await this.#link(person.email)));
    if (!newcomer) throw new Error(`nobody was registered: ${this.wrong.join("; ")}`);
    await this.#does(signIn(newcomer));
    return newcomer;
  }

  /** Does one of each action of a member, starting with number `first`. */
  async visit(visitor: Visitor, first = 0): Promise<void> {
    for (const command of visitOf(visitor, first)) {
      const answer = await this.#does(command);
      if (!command.comesTo.includes("SessionEnded")) await this.#readsOwnWrite(visitor, answer);
    }
  }

  /** Makes one visit after the other until the signal aborts. */
  async stay(visitor: Visitor, signal: AbortSignal): Promise<void> {
    for (let first = 0; !signal.aborted; first++) await this.visit(visitor, first);
  }

  /** Makes a change and reads it back through any failure; returns how long that took, in milliseconds. */
  async change(visitor: Visitor): Promise<number> {
    const since = performance.now();
    await this.#readsOwnWrite(visitor, await this.#does(profileChange(visitor)));
    return performance.now() - since;
  }

  ledger(keyring: Keyring): Sent[] {
    return this.#sent.map((command) => entry(keyring, command)).filter((one) => one !== null);
  }

  canaries = (): Canaries => canariesIn(this.#sent);

  async #does(command: Command): Promise<Answered> {
    this.#sent.push(command);
    const [retries, unanswered] = [this.retries, this.#unanswered()];
    const answer = await this.#untilAnswered(command.call, () => send(this.#url, command));
    const isRefused = command.comesTo.includes("SessionEnded") && answer.status === 401;
    // The gateway logs a retry after it has answered.
    if (isRefused)
      for (let n = 0; n < 50 && this.#unanswered() === unanswered && this.retries === retries; n++) await wait(20);
    if (isRefused && (this.retries > retries || this.#unanswered() !== unanswered)) {
      // A retry by the client or the gateway with an ended session is not authenticated, so the log already contains this sign-out,
      // as the ledger expects.
      command.learn(answer);
      command.answer = answer;
    } else if (answer.status >= 300) {
      this.wrong.push(`${command.call} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  async #readsOwnWrite({ token, firstName }: Visitor, written: Answered): Promise<void> {
    const headers = { "x-log-position": written.headers.get("x-log-position") ?? "" };
    const asked = { token, headers };
    const { status, body } = await this.#untilAnswered("reading", () => call(this.#url, "GET /api/auth/me", asked));
    if (status === 200 && body.user.firstName === firstName) return;
    this.wrong.push(`${firstName} was written and answered ${status} ${JSON.stringify(body)}`);
  }

  async #untilAnswered(what: string, ask: () => Promise<Answered>): Promise<Answered> {
    for (const until = performance.now() + givesUpAfterMs; ; this.retries++) {
      const answer = await ask().catch((error: Error) => error);
      const broken = answer instanceof Error;
      if (!broken && !passing[this.patience].includes(answer.status)) {
        this.answers++;
        return answer;
      }
      if (broken && this.patience === "saidTrouble") this.wrong.push(`${what}: ${answer.cause ?? answer}`);
      if (performance.now() > until) {
        throw new Error(`${what} was never answered`, { cause: failureOf(answer) });
      }
      await wait(betweenMs);
    }
  }

  async #link(email: string): Promise<string> {
    for (const until = performance.now() + givesUpAfterMs; performance.now() < until; await wait(20)) {
      const link = linksTo(this.#mail, email)?.verification;
      if (link) return link;
    }
    throw new Error(`no email to ${email}`);
  }
}
