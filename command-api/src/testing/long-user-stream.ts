import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, snapshotStream, userStream } from "@attestory/events/envelope.ts";
import { userSnapshot } from "../accounts/user-state.ts";

export interface LongStream {
  userId: string;
  stream: StreamName;
}

const atOnce = 5000;

/** Writes a user stream of `events` events: a registration, then changes of name. The last name is `Ann <events>`. */
export async function longUserStream(scratch: ScratchService, events: number): Promise<LongStream> {
  const userId = randomUUID();
  const long = { userId, stream: userStream(userId) };
  await lengthen(scratch, long, events);
  return long;
}

/** Appends changes of name until the stream has `events` events. */
export async function lengthen({ log, sealing }: ScratchService, { userId, stream }: LongStream, events: number) {
  const newEvent = (event: AttestoryEvent): NewEvent => ({
    id: randomUUID(),
    event,
    person: userId,
    recordedAt: new Date(),
    actor: { kind: "user", id: userId },
    correlationId: randomUUID(),
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
    ip: "203.0.113.24",
    userAgent: "Firefox",
  });
  const account = { userId, email: "ann@example.com", username: "ann", passwordHash: "hash", lastName: null };
  const nth = (version: number): NewEvent =>
    version === 1
      ? newEvent({ type: "UserRegistered", data: { ...account, firstName: "Ann 1" } })
      : newEvent({ type: "ProfileChanged", data: { userId, firstName: `Ann ${version}`, lastName: null } });
  let { version } = await log.read(stream, Number.MAX_SAFE_INTEGER);
  while (version < events) {
    const from = version;
    const added = Array.from({ length: Math.min(atOnce, events - from) }, (_, index) => nth(from + index + 1));
    await log.append(stream, from, await sealing.seal(stream, added, { isFirst: from === 0 }));
    version += added.length;
  }
}

/** A long user stream in a service of its own. */
export interface LongStreamService extends LongStream {
  scratch: ScratchService;
  /** What a load of the stream returns, as `toMatchObject` expects it. */
  newest: object;
  /** How many snapshots of the stream were taken. */
  countSnapshots(): Promise<number>;
  /** The stream of its snapshots. */
  snapshots: StreamName;
  close(): Promise<void>;
}

export async function openLongStream(events: number): Promise<LongStreamService> {
  const scratch = await openScratchService();
  const long = await longUserStream(scratch, events);
  const snapshots = snapshotStream(long.stream, userSnapshot.name);
  const state = { status: "registered", firstName: `Ann ${events}`, email: "ann@example.com" };
  return {
    ...long,
    scratch,
    newest: { version: events, state },
    snapshots,
    countSnapshots: async () => (await scratch.log.read(snapshots)).version,
    close: scratch.close,
  };
}
