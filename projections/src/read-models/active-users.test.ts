import { randomUUID } from "node:crypto";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { foldBatch } from "../follower/fold-batch.ts";
import { type ActiveUsersDocument, activeUsers, countUsers, keysOfPeriod } from "./active-users.ts";

const sampleOf = (type: string) => {
  const sample = sampleEvents().find(({ event }) => event.type === type);
  if (!sample) throw new Error("no sample");
  return sample.event as SessionEvent;
};
const started = (pending: boolean): SessionEvent => {
  const event = sampleOf("SessionStarted");
  if (event.type !== "SessionStarted") throw new Error("another sample");
  return { ...event, data: { ...event.data, pending } };
};
const seen = sampleOf("SessionSeen");

let position = 0n;
const by = (person: string | null, time: string, event = seen) =>
  recorded(event, { person, recordedAt: new Date(time), position: ++position });

async function documentsAfter(...events: ReturnType<typeof by>[]): Promise<Map<string, ActiveUsersDocument>> {
  const { documents } = await foldBatch(activeUsers, { events }, { load: async () => new Map() });
  return new Map([...documents].map(([key, { document }]) => [key, document as ActiveUsersDocument]));
}
const countIn = (documents: ReadonlyMap<string, ActiveUsersDocument>, period: string) =>
  countUsers(keysOfPeriod(period).flatMap((key) => documents.get(key) ?? []));

it("counts a user once in each day, week and month, however often and by whichever event they were active", async () => {
  const [ada, bob] = [randomUUID(), randomUUID()];
  const documents = await documentsAfter(
    by(ada, "2026-11-23T08:00:00Z", started(false)),
    by(ada, "2026-11-23T09:00:00Z"),
    by(ada, "2026-11-23T10:00:00Z", sampleOf("SessionReauthenticated")),
    by(bob, "2026-11-24T00:00:00Z"),
    by(ada, "2026-12-01T12:00:00Z"),
  );
  const counts = {
    "day/2026-11-23": 1,
    "day/2026-11-24": 1,
    "day/2026-11-25": 0,
    "day/2026-12-01": 1,
    "week/2026-W48": 2,
    "week/2026-W49": 1,
    "month/2026-11": 2,
    "month/2026-12": 1,
  };
  for (const [period, count] of Object.entries(counts)) expect(countIn(documents, period), period).toBe(count);
});

it("counts the week of New Year as one", async () => {
  const ada = randomUUID();
  const documents = await documentsAfter(by(ada, "2026-12-28T00:00:00Z"), by(ada, "2027-01-03T23:59:59Z"));
  expect(countIn(documents, "week/2026-W53")).toBe(1);
  expect(countIn(documents, "month/2027-01")).toBe(1);
});

it("leaves out the sessions of registrations that nobody verified, and ended sessions", async () => {
  expect(await documentsAfter(by(randomUUID(), "2026-11-23T08:00:00Z", started(true)))).toEqual(new Map());
  expect(activeUsers.takes).not.toContain("SessionEnded");
});

it("tells a thousand users apart, whose order does not matter, and keeps each part sorted", async () => {
  const users = Array.from({ length: 1000 }, () => randomUUID());
  const seenBy = (who: string[]) => documentsAfter(...who.map((user) => by(user, "2026-11-23T08:00:00Z")));
  const documents = await seenBy([...users, ...users]);
  expect(countIn(documents, "day/2026-11-23")).toBe(1000);
  expect(await seenBy(users.toReversed())).toEqual(documents);
  for (const { users: text } of documents.values()) {
    const each = text.match(/.{8}/g) ?? [];
    expect(each).toEqual(each.toSorted());
  }
});
