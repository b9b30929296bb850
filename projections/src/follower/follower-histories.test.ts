/** @module-tag random */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AnnouncedWake, followByReading } from "@attestory/event-store/log/follow.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { allProjections } from "../read-models/all-projections.ts";
import { openReadStoreWriter } from "../store/open-read-store.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import type { FollowerParts } from "./follower.ts";

const full = process.env.FULL_RUN === "1";
const ids = [1, 2, 3].map(() => randomUUID());
const service = scratchServiceOfFile();
let stores = 0;
/** An empty store over the same log. */
const emptyStore = () => {
  const generation = ++stores;
  return () => openReadStoreWriter({ dataDir: service.dataDir, generation });
};

const id = fc.constantFrom(...ids);
const names = { firstName: "Ada", lastName: null };
const event = fc.tuple(id, id, fc.nat(9)).map(([userId, sessionId, what]): AttestoryEvent => {
  const registered = { userId, email: "a@example.org", username: "a", passwordHash: "x", ...names };
  const all: AttestoryEvent[] = [
    { type: "UserRegistered", data: registered },
    { type: "DecoyRegistered", data: { ...names, userId, ownerId: userId, email: "b@example.org", username: "b" } },
    { type: "EmailVerified", data: { userId, sameBrowser: true } },
    { type: "PasswordChanged", data: { userId, passwordHash: "y", keptSession: sessionId } },
    { type: "UserDeactivated", data: { userId } },
    { type: "RolesChanged", data: { userId, isAdmin: true, isDeveloper: true, isPro: false } },
    { type: "SessionStarted", data: sampleSession({ sessionId, userId }) },
    { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } },
    { type: "SessionEnded", data: { sessionId, reason: "revoked" } },
    { type: "VerificationRequested", data: { userId } },
  ];
  return all[what] as AttestoryEvent;
});

async function append(history: readonly AttestoryEvent[]) {
  for (const one of history) {
    const session = "sessionId" in one.data ? one.data.sessionId : null;
    const stream = session ? sessionStream(session) : userStream((one.data as { userId: string }).userId);
    await service.happened(stream, one, { person: ids[0] as string, ip: "192.0.2.1" });
  }
}

const documents = async (store: ReadStoreWriter) =>
  Promise.all(allProjections.map((projection) => store.load(projection, ids)));

/** The same log, in batches of at most `limit` events. */
const inBatchesOf = (limit: number): Partial<FollowerParts> => ({
  log: {
    follow: (after, signal) =>
      followByReading(
        { readAll: (from, most) => service.log.readAll(from, most), wake: new AnnouncedWake(50), limit },
        after,
        signal,
      ),
  },
});

async function fromZero() {
  const store = await emptyStore()();
  await followToHead({ ...service, store }, allProjections);
  const result = await documents(store);
  await store.close();
  return result;
}

it("yields the same documents in small steps as from the whole history", async () => {
  const store = await emptyStore()();
  const steps = fc.array(fc.tuple(fc.array(event, { maxLength: 12 }), fc.integer({ min: 1, max: 5 })), {
    minLength: 1,
    maxLength: 3,
  });
  const check = fc.asyncProperty(steps, async (parts) => {
    for (const [history, limit] of parts) {
      await append(history);
      await followToHead({ ...service, store }, allProjections, inBatchesOf(limit));
    }
    expect(await documents(store)).toEqual(await fromZero());
  });
  await fc.assert(check, { numRuns: full ? 100 : 6 });
  await store.close();
});

it("yields the same documents when two followers run at once", async () => {
  const open = emptyStore();
  /** Pauses between loading and writing, like a follower whose lease has expired. */
  const slow = (store: ReadStoreWriter): ReadStoreWriter => ({
    ...store,
    write: async (changes) => {
      await sleep(randomInt(5));
      await store.write(changes);
    },
  });
  await append(fc.sample(event, full ? 150 : 40));
  const [one, other] = [await open(), await open()];
  await Promise.all([
    followToHead({ ...service, store: slow(one) }, allProjections, inBatchesOf(2)),
    followToHead({ ...service, store: slow(other) }, allProjections, inBatchesOf(3)),
  ]);
  expect(await documents(one)).toEqual(await fromZero());
  await Promise.all([one.close(), other.close()]);
});
