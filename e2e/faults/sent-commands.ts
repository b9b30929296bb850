import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { expect } from "vitest";
import { type Answered, newPerson, type Person } from "../http/client.ts";
import type { Sent } from "../invariants/acknowledged.ts";
import type { Canaries } from "../invariants/canaries.ts";
import { type Command, canariesIn, entry, isAnswered, registration, send } from "./commands.ts";
import type { DyingService } from "./dying-service.ts";
import { ofNewcomers } from "./requests.ts";

/** Stops a client's work: the process died before it answered. */
export class NoAnswer extends Error {}

const expectAnswer = (command: Command, answer: Answered): void => {
  const said = `${command.call}: ${answer.status} ${JSON.stringify(answer.body)}`;
  expect(isAnswered(command, answer), said).toBe(true);
};

/** What the repeat of an answer shows again. */
const shownBy = ({ status, body }: Answered) => {
  const { token, message, recoveryCodes, redirectUrl, user } = body;
  return {
    status,
    userId: user?.id,
    token,
    message,
    recoveryCodes,
    redirectUrl,
    clientSecret: body.application?.clientSecret,
    keyValue: body.apiKey?.keyValue,
  };
};

/** What clients sent, and what was answered. They repeat what was not. */
export class SentCommands {
  protected readonly service: DyingService;
  /** Each command with the client who sent it, in sending order. */
  readonly #sent = new Map<Command, object>();
  /** The latest answered command of each client. */
  readonly #latest = new Map<object, Command>();
  readonly #givenUp = new Set<Command>();

  constructor(service: DyingService) {
    this.service = service;
  }

  protected async does(client: object, command: Command): Promise<Answered> {
    this.#sent.set(command, client);
    const answer = await send(this.service.url, command).catch(async (error) => {
      if (await this.service.dies(5000)) throw new NoAnswer();
      throw error;
    });
    expectAnswer(command, answer);
    this.#latest.set(client, command);
    return answer;
  }

  /** Sends unanswered commands again with the same key. With `givesUp`, gives up those that reserve a name instead. */
  async askAgain(givesUp: boolean): Promise<void> {
    const open = [...this.#sent].filter(([command]) => command.answer === null && !this.#givenUp.has(command));
    for (const [command, client] of open) {
      if (givesUp && command.reserves) await this.#giveUp(command, "client");
      else await this.#repeat(client, command);
    }
  }

  async #repeat(client: object, command: Command): Promise<void> {
    const answer = await send(this.service.url, command);
    const renewed = command.renewed?.(answer);
    if (renewed) return this.#renew(client, command, renewed);
    if (answer.body.code === "conflict") return this.#giveUp(command, "service");
    this.#understand(command, answer);
    this.#latest.set(client, command);
  }

  /** The refused command leaves nothing, and its key is used up. */
  async #renew(client: object, command: Command, renewed: Command): Promise<void> {
    command.comesTo = [];
    this.#givenUp.add(command);
    this.#sent.set(renewed, client);
    await this.#repeat(client, renewed);
  }

  /** The client or the service gave the command up: a fenced-off one leaves no events, and its key is used up. */
  async #giveUp(command: Command, by: "client" | "service"): Promise<void> {
    expect(command.reserves, command.call).toBe(true);
    if (by === "service") command.comesTo = [];
    this.#givenUp.add(command);
    if (command.call === ofNewcomers.registration.call) await this.#registerAgain(command.body as Person);
  }

  #understand(command: Command, answer: Answered): void {
    if (command.isCarriedOut?.(answer)) {
      command.learn(answer);
      command.answer = answer;
    } else expectAnswer(command, answer);
  }

  /** Another person registers the address of a registration that was given up. */
  async #registerAgain({ email, password }: Person): Promise<void> {
    const person = newPerson({ email, password });
    const wish = registration(person);
    this.#sent.set(wish, person);
    const { status, body } = await send(this.service.url, wish);
    // 409: the person who gave up is registered.
    if (status === 409) wish.comesTo = [];
    expect([`201 ${undefined}`, "409 email_taken"]).toContain(`${status} ${body.code}`);
    if (status === 409) this.#givenUp.add(wish);
  }

  /** Every client repeats its latest answered command and gets the same answer. */
  async expectSameAnswers(): Promise<void> {
    for (const command of this.#latest.values()) {
      if (command.isCarriedOut || command.answer === null) continue;
      expect(shownBy(await send(this.service.url, command)), command.call).toEqual(shownBy(command.answer));
    }
    this.#latest.clear();
  }

  ledger(keyring: Keyring): Sent[] {
    return [...this.#sent.keys()].map((command) => entry(keyring, command)).filter((one) => one !== null);
  }

  canaries = (): Canaries => canariesIn([...this.#sent.keys()]);
}
