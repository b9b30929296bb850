import type { ApiKeyEvent } from "@attestory/events/api-key-events.ts";
import { expect, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import type { Decider } from "./decider.ts";
import { defineDecider } from "./define-decider.ts";

type State = { status: "none" } | Created;
interface Created {
  status: "created";
  uses: number;
  events: number;
}
type Command = { type: "create"; keyId: string } | { type: "use"; most: number };
type Key = Decider<State, Command, ApiKeyEvent, "no-key" | "exists" | "used-up">;

const ids = { keyId: "11111111-1111-4111-8111-111111111111", userId: "22222222-2222-4222-8222-222222222222" };
const created: ApiKeyEvent = {
  type: "ApiKeyCreated",
  data: { ...ids, name: null, digest: "digest", scopes: [], apiKeyEpoch: 0, expiresAt: null },
};
const used: ApiKeyEvent = { type: "ApiKeyUsed", data: ids };
const revoked: ApiKeyEvent = { type: "ApiKeyRevoked", data: ids };
const isCreated = (state: State): state is Created => state.status === "created";

const create = ({ status }: State, _: { type: "create"; keyId: string }) =>
  status === "none" ? [created] : ({ refused: "exists" } as const);
const begun = (): State => ({ status: "created", uses: 0, events: 0 });
const counted = (key: Created): Created => ({ ...key, uses: key.uses + 1 });

const key: Key = defineDecider({
  initial: { status: "none" },
  decide: { create },
  evolve: { ApiKeyCreated: begun },
  when: {
    is: isCreated,
    otherwise: "no-key",
    decide: { use: ({ uses }, { most }) => (uses < most ? [used] : { refused: "used-up" }) },
    evolve: { ApiKeyUsed: counted, ApiKeyRevoked: () => ({ status: "none" }) },
    after: (next, before) => (isCreated(next) ? { ...next, events: before.events + 1 } : next),
  },
});

it("decides a command by its type", () => {
  given(key)().when({ type: "create", keyId: ids.keyId }).gives(created);
  given(key)(created, used).when({ type: "use", most: 1 }).refuses("used-up");
});

it("refuses the commands of a state in every other one, where its events do nothing", () => {
  given(key)(used).when({ type: "use", most: 1 }).refuses("no-key");
  expect(given(key)(used).state).toBe(key.initial);
});

it("adds to each event of a state that stays", () => {
  expect(given(key)(created, used, used).state).toEqual({ status: "created", uses: 2, events: 2 });
  expect(given(key)(created, used, revoked).state).toEqual(key.initial);
});

it("changes nothing by an event that is ignored", () => {
  const ignoring: Decider<number, { most: number }, ApiKeyEvent, never> = defineDecider({
    initial: 0,
    decide: (uses, { most }) => (uses < most ? [used] : []),
    evolve: { ApiKeyUsed: (uses) => uses + 1 },
    after: (next) => next + 10,
    ignores: ["ApiKeyCreated", "ApiKeyRevoked"],
  });
  expect(given(ignoring)(created, used, revoked).state).toBe(11);
  given(ignoring)(used).when({ most: 20 }).gives(used);
});

it("refuses an event with two places", () => {
  // The compiler refuses it only in a table that is written where it is used.
  const evolve = { ApiKeyCreated: () => 1, ApiKeyUsed: () => 2, ApiKeyRevoked: () => 3 };
  const twice = (): Decider<number, { most: number }, ApiKeyEvent, never> =>
    defineDecider({ initial: 0, decide: () => [], evolve, ignores: ["ApiKeyUsed"] });
  expect(twice).toThrow("ApiKeyUsed has two places in a decider");
});

const facts = { initial: { status: "none" } as State, evolve: { ApiKeyCreated: begun, ApiKeyUsed: begun } };
const use = () => [];
const decide = { create };
const ignores = ["ApiKeyRevoked"] as const;
/** What must not compile. */
export const mistakes: (() => Key)[] = [
  // @ts-expect-error an event is missing
  () => defineDecider({ ...facts, decide: { create, use } }),
  // @ts-expect-error a command is missing
  () => defineDecider({ ...facts, decide, ignores }),
  // @ts-expect-error a command with the decision of another one
  () => defineDecider({ ...facts, decide: { create, use: create }, ignores }),
  // @ts-expect-error an unknown command
  () => defineDecider({ ...facts, decide: { create, use, ban: use }, ignores }),
  // @ts-expect-error an event of another stream
  () => defineDecider({ ...facts, decide: { create, use }, ignores: ["ApiKeyRevoked", "SessionEnded"] }),
  // @ts-expect-error no reason to refuse with
  () => defineDecider({ ...facts, decide, ignores, when: { is: isCreated, decide: { use } } }),
];
