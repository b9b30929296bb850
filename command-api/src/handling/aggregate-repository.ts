import { setImmediate } from "node:timers/promises";
import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { LRUCache } from "lru-cache";
import type { Decider } from "./decider.ts";
import type { Folded, Snapshots } from "./snapshots.ts";

/** Events of the first read: all of them for most streams. */
const firstPage = 100;
/** Events of a longer stream read and decrypted (some 30 µs each) before the thread is yielded. */
const pageSize = 500;
/** Events since the last snapshot before another one is taken. */
const snapshotEvery = 1000;

/** The part of a decider that builds its state. */
type Fold<State, Event extends AttestoryEvent> = Pick<
  Decider<State, never, Event, never>,
  "initial" | "evolve" | "decidesOnNewest" | "snapshot"
>;

interface Kept<State> extends Folded<State> {
  /** The version of the newest snapshot that this process knows. */
  snapshotAt: number;
}

/** Loads and caches the state of streams. */
export interface AggregateRepository {
  /** Returns the current state of a stream. After the first load, a long stream costs no more than a short one. */
  load<State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ): Promise<{ state: State; version: number }>;
  /** A version that the stream has reached; 0 if it is not cached. */
  cachedVersion(stream: StreamName): number;
  /** Resolves when every snapshot in progress was taken or has failed. */
  settled(): Promise<void>;
}

export function createAggregateRepository(log: EventLog, sealing: Sealing, snapshots: Snapshots): AggregateRepository {
  // Each use reads the events after the cached version, so cached state is never stale; the cache only saves reads. A stream has
  // one decider, so the state cached under its name is that decider's.
  const cache = new LRUCache<StreamName, Kept<unknown>>({ max: 10_000 });
  const longLoads = new Map<StreamName, Promise<unknown>>();
  const newSnapshots = new PendingWork();

  const foldedOn = async <State, Event extends AttestoryEvent>(
    { evolve }: Fold<State, Event>,
    known: Kept<State>,
    events: RecordedEvent[],
  ): Promise<Kept<State>> => {
    const last = events.at(-1);
    if (!last) return known;
    const opened = (await sealing.decrypt(events)) as RecordedEvent<Event>[];
    return { ...known, state: opened.reduce(evolve, known.state), version: last.version, eventId: last.id };
  };

  /** The newest snapshot, if it is far enough ahead and the stream contains the event that it was taken at. */
  const fromSnapshot = async <State, Event extends AttestoryEvent>(
    { snapshot }: Fold<State, Event>,
    stream: StreamName,
    known: Kept<State>,
    version: number,
  ): Promise<Kept<State> | null> => {
    if (!snapshot || version <= known.version + pageSize) return null;
    const newest = await snapshots.newest(stream, snapshot);
    if (!newest || newest.version <= known.version + pageSize) return null;
    const [there] = (await log.read(stream, newest.version - 1, 1)).events;
    return there?.id === newest.eventId ? { ...newest, snapshotAt: newest.version } : null;
  };

  /** Loads the rest of a stream that has more events than the page read after the known state. */
  const loadLong = async <State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
    known: Kept<State>,
    page: { events: RecordedEvent[]; version: number },
  ): Promise<Kept<State>> => {
    let folded =
      (await fromSnapshot(decider, stream, known, page.version)) ?? (await foldedOn(decider, known, page.events));
    let { version } = page;
    while (folded.version < version) {
      await setImmediate();
      const after = Math.max(folded.version, version - (decider.decidesOnNewest ?? version));
      const next = await log.read(stream, after, pageSize);
      if (next.events.length === 0)
        throw new DamagedEvent(`${stream} has nothing after ${after}, and ${version} events`);
      folded = await foldedOn(decider, folded, next.events);
      version = next.version;
    }
    return folded;
  };

  /** Lets concurrent loads of a long stream share one read. */
  const shared = <State>(stream: StreamName, load: Promise<Kept<State>>): Promise<Kept<State>> => {
    const ended = load.then(
      (folded) => void cache.set(stream, folded),
      () => {},
    );
    longLoads.set(stream, ended);
    void ended.then(() => longLoads.delete(stream));
    return load;
  };

  const takenWhereWorthIt = <State>(decider: Fold<State, never>, stream: StreamName, folded: Kept<State>) => {
    if (!decider.snapshot || folded.version - folded.snapshotAt < snapshotEvery) return folded;
    void newSnapshots.track(snapshots.take(stream, decider.snapshot, folded));
    // Also if the snapshot fails: the next attempt comes after as many events.
    return { ...folded, snapshotAt: folded.version };
  };

  const load: AggregateRepository["load"] = async <State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ) => {
    for (let other = longLoads.get(stream); other; other = longLoads.get(stream)) await other;
    const beginning = { state: decider.initial, version: 0, eventId: "", snapshotAt: 0 };
    const known = (cache.get(stream) as Kept<State> | undefined) ?? beginning;
    const page = await log.read(stream, known.version, firstPage);
    if (page.events.length === 0) return { state: known.state, version: known.version };
    const isLong = page.version - known.version > page.events.length;
    if (isLong && longLoads.has(stream)) return load(decider, stream);
    const folded = isLong
      ? await shared(stream, loadLong(decider, stream, known, page))
      : await foldedOn(decider, known, page.events);
    const kept = takenWhereWorthIt(decider, stream, folded);
    cache.set(stream, kept);
    return { state: kept.state, version: kept.version };
  };

  return {
    load,
    cachedVersion: (stream) => cache.peek(stream)?.version ?? 0,
    settled: () => newSnapshots.settled(),
  };
}
