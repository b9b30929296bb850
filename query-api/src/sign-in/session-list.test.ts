import { randomUUID } from "node:crypto";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { type SessionDocument, sessions } from "@attestory/projections/read-models/sessions.ts";
import { openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { expect, it } from "vitest";
import { listSessions } from "./session-list.ts";

const userId = randomUUID();
const day = 86_400_000;
const now = new Date("2026-03-02T10:00:00.000Z");

const used = (daysAgo: number): SessionDocument => {
  const at = now.getTime() - daysAgo * day;
  return {
    id: randomUUID(),
    userId,
    tokenHash: "",
    pending: false,
    method: "password",
    rememberMe: true,
    sessionEpoch: 0,
    idleSeconds: 399 * 86_400,
    absoluteSeconds: 400 * 86_400,
    startedAt: at,
    lastSeenAt: at,
    ended: null,
    version: 1,
    seal: null,
  };
};

it("does not read sessions that are too old to be valid, however many there are", async () => {
  const location = { dataDir: temporaryFolder(), generation: 1 };
  const [current, other, ...dead] = [used(0), used(398), ...Array.from({ length: 1_000 }, (_, n) => used(401 + n))];
  const writer = await openReadStoreWriter(location);
  const documents = [current, other, ...dead].flatMap((document) =>
    document ? [[document.id, { position: 1n, document }] as const] : [],
  );
  await writer.write([{ collection: sessions, documents: new Map(documents), checkpoint: 1n }]);
  const store = await openReadStore(location);
  let lists = 0;
  const counting = {
    list: (...asked: Parameters<typeof store.list>) => {
      lists++;
      return store.list(...asked);
    },
  };
  const user = { isActive: true, emailVerified: true, sessionEpoch: 0, keptSession: null };
  const principal = { user: { ...user, id: userId }, session: current } as Parameters<typeof listSessions>[1];
  const { sessions: found } = await listSessions({ store: counting as typeof store, now: () => now }, principal, {
    limit: 50,
  });
  expect(found.map(({ id }) => id)).toEqual([current?.id, other?.id]);
  expect(lists).toBe(1);
  await Promise.all([store.close(), writer.close()]);
});
