import { randomUUID } from "node:crypto";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import { type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import { openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { expect, it } from "vitest";
import { listSessions } from "./list-sessions.ts";

const userId = randomUUID();
const now = new Date("2026-03-02T10:00:00.000Z");

/** A session of an hour, last used that many minutes ago. */
const used = (minutesAgo: number, facts: Partial<SessionDocument> = {}): SessionDocument => {
  const at = now.getTime() - minutesAgo * 60_000;
  const { sessionId, ...started } = sampleSession({ userId, rememberMe: true, sessionEpoch: 3 });
  return {
    ...started,
    id: sessionId,
    startedAt: at,
    lastSeenAt: at,
    authenticatedAt: at,
    proofs: {},
    ended: null,
    version: 1,
    seal: null,
    ...facts,
  };
};
const many = <Item>(count: number, create: (index: number) => Item) =>
  Array.from({ length: count }, (_, n) => create(n));

/** Lists the first session's user's sessions. Returns them, and how many documents were read. */
async function listed(documents: readonly [SessionDocument, ...SessionDocument[]], keptSession: string | null = null) {
  const location = { dataDir: temporaryFolder(), generation: 1 };
  const writer = await openReadStoreWriter(location);
  const kept = new Map(documents.map((document) => [document.id, { position: 1n, document }]));
  await writer.write([{ collection: sessions, documents: kept, checkpoint: checkpointAt(1n) }]);
  const store = await openReadStore(location);
  let read = 0;
  const counting: Pick<ReadStore, "get" | "list"> = {
    get: (...asked) => {
      read++;
      return store.get(...asked);
    },
    async list(...asked) {
      const page = await store.list(...asked);
      read += page.length;
      return page;
    },
  };
  const user = { id: userId, isActive: true, emailVerified: true, sessionEpoch: 3, keptSession };
  const asking = { user, current: documents[0] } as Parameters<typeof listSessions>[1];
  const { sessions: found } = await listSessions({ store: counting, generation: 1, now: () => now }, asking, {
    limit: 50,
  });
  await Promise.all([store.close(), writer.close()]);
  return { ids: found.map(({ id }) => id), read };
}
const ids = (documents: readonly SessionDocument[]) => documents.map(({ id }) => id);

it("B10 reads no more than one page of expired sessions, however many there are", async () => {
  const live: [SessionDocument, ...SessionDocument[]] = [used(0), used(10), used(59)];
  const found = await listed([...live, ...many(1000, (n) => used(61 + n))]);
  expect(found.ids).toEqual(ids(live));
  expect(found.read).toBeLessThanOrEqual(200);
});

it("B10 reads no session that ended with those of an earlier epoch, but the one that was kept", async () => {
  const live: [SessionDocument, ...SessionDocument[]] = [used(0), used(10), used(20, { sessionEpoch: 2 })];
  const found = await listed([...live, ...many(1000, (n) => used(n / 100, { sessionEpoch: 1 }))], live[2]?.id);
  expect(found.ids).toEqual(ids(live));
  expect(found.read).toBe(3);
});

it("lists by last use, also where an earlier used session lasts longer", async () => {
  const long = { idleSeconds: 86_400, absoluteSeconds: 90 * 86_400 };
  const live: [SessionDocument, ...SessionDocument[]] = [used(0), used(10), used(90, long), used(100, long)];
  expect((await listed(live)).ids).toEqual(ids(live));
  expect((await listed([used(0), ...many(300, (n) => used(n / 10))])).ids).toHaveLength(50);
});
