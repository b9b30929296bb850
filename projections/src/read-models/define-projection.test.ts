import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { type UserEvent, userEvents } from "@attestory/events/account-events.ts";
import { expect, it } from "vitest";
import { foldedAt } from "../testing/given-when-then.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const fact = (type: "UserActivated" | "UserDeactivated" | "RegistrationAborted") =>
  recorded({ type, data: { userId } } satisfies UserEvent);
const [activated, aborted, deactivated] = [fact("UserActivated"), fact("RegistrationAborted"), fact("UserDeactivated")];

interface Steps {
  steps: string[];
}

const facts = { name: "steps@1", group: "other", personal: "sealed", indexes: {} } as const;
const keys = () => ["key"];

const begun: Projection<Steps> = defineProjection({
  ...facts,
  keys,
  begin: { UserActivated: (_, before) => ({ steps: ["begun", ...(before ? ["again"] : [])] }) },
  evolve: {
    UserDeactivated: ({ steps }, _, key) => ({ steps: [...steps, `changed ${key}`] }),
    RegistrationAborted: () => null,
  },
  after: ({ steps }, before, { type }) => ({ steps: [...steps, `${type} after ${before.steps.length}`] }),
});

const counted: Projection<Steps> = defineProjection({
  ...facts,
  keys,
  initial: ({ data }) => ({ steps: [data.userId] }),
  evolve: { UserDeactivated: ({ steps }) => ({ steps: [...steps, "changed"] }) },
});

it("takes the events that its tables name", () => {
  expect(begun.takes).toEqual(["UserActivated", "UserDeactivated", "RegistrationAborted"]);
});

it("changes only a document that is there", () => {
  expect(foldedAt(begun, "key", [deactivated])).toBeNull();
  expect(foldedAt(begun, "key", [activated, deactivated])?.steps).toEqual([
    "begun",
    "changed key",
    "UserDeactivated after 1",
  ]);
});

it("hands the former document to an event that begins one", () => {
  expect(foldedAt(begun, "key", [activated, activated])?.steps).toEqual(["begun", "again"]);
});

it("adds nothing to a document that is removed", () => {
  expect(foldedAt(begun, "key", [activated, aborted])).toBeNull();
});

it("begins with the initial document where it has one", () => {
  expect(foldedAt(counted, "key", [deactivated, deactivated])?.steps).toEqual([userId, "changed", "changed"]);
});

it("refuses an event with two places", () => {
  const evolve = { UserActivated: (document: Steps) => document };
  const begin = { UserActivated: () => null };
  expect(() => defineProjection<Steps, "UserActivated", "UserActivated">({ ...facts, keys, begin, evolve })).toThrow(
    "UserActivated has two places in a projection",
  );
  expect(() =>
    defineProjection<Steps, never, "UserActivated", never, "UserActivated">({
      ...facts,
      keys,
      evolve,
      ignores: ["UserActivated"],
    }),
  ).toThrow("UserActivated is ignored, but has a place in a projection");
});

/** What must not compile. */
export const mistakes: (() => Projection<Steps>)[] = [
  // @ts-expect-error neither taken nor ignored: every other event of a user
  () => defineProjection({ ...facts, keys, covers: userEvents, evolve: { UserActivated: (document) => document } }),
  // @ts-expect-error no such event
  () => defineProjection({ ...facts, keys, evolve: { UserAktivated: (document) => document } }),
  // @ts-expect-error no such field of the event
  () => defineProjection({ ...facts, keys, evolve: { UserActivated: (_, { data }) => ({ steps: [data.sessionId] }) } }),
];
