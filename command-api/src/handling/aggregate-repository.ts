import { setImmediate } from "node:timers/promises";
import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { LRUCache } from "lru-cache";
import type { Decider } from "./decider.ts";
import type { Folded, Snapshots } from "./snapshots.ts";

/** So many events are asked for at first, which for most streams is all of them. */
const firstPage = 100;
/** So many events of a longer one are read and opened (some 30 µs each) before others of the thread go on. */
const pageSize = 500;
/** After so many events more than a snapshot holds, another one is worth an event. */
const snapshotEvery = 1000;

/** What of a decider folds. */
type Fold<State, Event extends AttestoryEvent> = Pick<
  Decider<State, never, Event, never>,
  "initial" | "evolve" | "decidesOnNewest" | "snapshot"
>;

interface Kept<State> extends Folded<State> {
  /** Up to where there is a snapshot, as far as is known here. */
  snapshotAt: number;
}

/** What streams fold to. */
export interface AggregateRepository {
  /** The state of a stream as of now; a long one costs no more than a short one, but the first time. */
  load<State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ): Promise<{ state: State; version: number }>;
  /** A version that the stream has reached; 0 where nothing of it is at hand. */
  cachedVersion(stream: StreamName): number;
  /** Every snapshot that was being taken has been, or has not. */
  settled(): Promise<void>;
}

export function createAggregateRepository(log: EventLog, sealing: Sealing, snapshots: Snapshots): AggregateRepository {
  // A fold is checked against the stream's version at each use, so one at hand is never stale; it only saves reading again. A
  // stream has one decider, so what is at hand under its name is that decider's state.
  const cache = new LRUCache<StreamName, Kept<unknown>>({ max: 10_000 });
  const longLoads = new Map<StreamName, Promise<unknown>>();
  const taking = new Set<Promise<void>>();

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

  /** What the newest snapshot says, if it goes further and the stream has the event that it was taken at. */
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

  /** The rest of a stream that is longer than the part that was read after what is known of it. */
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

  /** Whoever reads a long stream at this moment reads it for all who ask. */
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
    const taken = snapshots.take(stream, decider.snapshot, folded).finally(() => taking.delete(taken));
    taking.add(taken);
    // Also where it comes to nothing: the next try is as far away.
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
    async settled() {
      await Promise.all(taking);
    },
  };
}
