import { setImmediate } from "node:timers/promises";
import { DamagedEvent, type EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { LRUCache } from "lru-cache";
import type { Decider } from "./decider.ts";
import type { Snapshots, StateAt } from "./snapshots.ts";

/** Events of the first read: all of them for most streams. */
const firstPage = 50;
/** Events of a longer stream read and decrypted (some 30 µs each) before the thread is yielded. */
const pageSize = 500;
/**
 * Events since the last snapshot before another one is taken. So few that the first load of a long account takes hardly longer than that
 * of a short one: a sign-in must not show that its address has an account. See docs/decisions/long-streams.md.
 */
const snapshotEvery = 50;

/** The part of a decider that builds its state. */
export type Fold<State, Event extends AttestoryEvent> = Pick<
  Decider<State, never, Event, never>,
  "initial" | "evolve" | "decidesOnNewest" | "snapshot"
>;

interface CachedState<State> extends StateAt<State> {
  /** The version of the newest snapshot that this process knows. */
  snapshotAt: number;
}

/** A stream that has more events than the page that was read after its cached state. */
interface LongStream<State> {
  stream: StreamName;
  cached: CachedState<State>;
  page: { events: RecordedEvent[]; version: number };
}

/** Loads and caches the state of streams. */
export interface AggregateRepository {
  /**
   * The state of a stream as this process last knew it, without asking the log; null if it knows none. Other processes may have appended
   * since, so it may be acted on only where an append at its version, or a later check, proves it.
   */
  lastKnown<State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ): { state: State; version: number } | null;
  /** Evolves what is known of a stream by an event that this process appended to it, as if it had been read again. */
  appended<State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
    event: RecordedEvent,
  ): Promise<void>;
  /** Returns the current state of a stream. After the first load, a long stream costs no more than a short one. */
  load<State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ): Promise<{ state: State; version: number }>;
  /** Resolves when every snapshot in progress was taken or has failed. */
  settled(): Promise<void>;
}

const beginningOf = <State>({ initial }: { initial: State }): CachedState<State> => ({
  state: initial,
  version: 0,
  eventId: "",
  snapshotAt: 0,
});

export function createAggregateRepository(
  log: Pick<EventLog, "read">,
  sealing: Sealing,
  snapshots: Snapshots,
): AggregateRepository {
  // A load reads the events after the cached version, so what it returns is never stale. A stream may have several deciders, each with a
  // state of its own.
  const cache = new LRUCache<string, CachedState<unknown>>({ max: 10_000 });
  const longLoads = new Map<string, Promise<unknown>>();
  const deciderIds = new WeakMap<object, number>();
  let deciders = 0;
  const keyOf = (decider: object, stream: StreamName): string => {
    const id = deciderIds.get(decider) ?? ++deciders;
    deciderIds.set(decider, id);
    return `${id} ${stream}`;
  };
  const newSnapshots = new PendingWork();
  const cachedAt = <State>(key: string) => cache.get(key) as CachedState<State> | undefined;
  /** Loads may end in another order than they began. */
  const keep = <State>(key: string, current: CachedState<State>): void => {
    if (current.version >= (cache.get(key)?.version ?? 0)) cache.set(key, current);
  };

  const evolveState = async <State, Event extends AttestoryEvent>(
    { evolve }: Fold<State, Event>,
    known: CachedState<State>,
    events: RecordedEvent[],
  ): Promise<CachedState<State>> => {
    const last = events.at(-1);
    if (!last) return known;
    const decrypted = (await sealing.decrypt(events)) as RecordedEvent<Event>[];
    return { ...known, state: decrypted.reduce(evolve, known.state), version: last.version, eventId: last.id };
  };

  /** The newest snapshot, if it spares events that were not read and the stream contains the event that it was taken at. */
  const findSnapshot = async <State, Event extends AttestoryEvent>(
    { snapshot }: Fold<State, Event>,
    { stream, cached, page }: LongStream<State>,
  ): Promise<CachedState<State> | null> => {
    if (!snapshot) return null;
    const newest = await snapshots.newest(stream, snapshot);
    if (!newest || newest.version < cached.version + page.events.length) return null;
    const [takenAt] = (await log.read(stream, newest.version - 1, 1)).events;
    return takenAt?.id === newest.eventId ? { ...newest, snapshotAt: newest.version } : null;
  };

  const loadLong = async <State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    long: LongStream<State>,
  ): Promise<CachedState<State>> => {
    const { stream, cached, page } = long;
    let current = (await findSnapshot(decider, long)) ?? (await evolveState(decider, cached, page.events));
    let { version } = page;
    while (current.version < version) {
      await setImmediate();
      const after = Math.max(current.version, version - (decider.decidesOnNewest ?? version));
      const next = await log.read(stream, after, pageSize);
      if (next.events.length === 0) {
        throw new DamagedEvent(`${stream} has nothing after ${after}, and ${version} events`);
      }
      current = await evolveState(decider, current, next.events);
      version = next.version;
    }
    return current;
  };

  /** Lets concurrent loads of a long stream share one read. */
  const share = <State>(key: string, loading: Promise<CachedState<State>>): Promise<CachedState<State>> => {
    const ended = loading.then(
      (loaded) => keep(key, loaded),
      () => {},
    );
    longLoads.set(key, ended);
    void ended.then(() => longLoads.delete(key));
    return loading;
  };

  const takeSnapshotIfDue = <State>(
    { snapshot }: Fold<State, never>,
    stream: StreamName,
    current: CachedState<State>,
  ): CachedState<State> => {
    if (!snapshot || current.version - current.snapshotAt < snapshotEvery) return current;
    void newSnapshots.track(snapshots.take(stream, snapshot, current));
    // Also if the snapshot fails: the next attempt comes after as many events.
    return { ...current, snapshotAt: current.version };
  };

  const load: AggregateRepository["load"] = async <State, Event extends AttestoryEvent>(
    decider: Fold<State, Event>,
    stream: StreamName,
  ) => {
    const key = keyOf(decider, stream);
    for (let other = longLoads.get(key); other; other = longLoads.get(key)) await other;
    const cached = cachedAt<State>(key) ?? beginningOf(decider);
    const page = await log.read(stream, cached.version, firstPage);
    if (page.events.length === 0) return { state: cached.state, version: cached.version };
    const isLong = page.version - cached.version > page.events.length;
    if (isLong && longLoads.has(key)) return load(decider, stream);
    const loaded = isLong
      ? await share(key, loadLong(decider, { stream, cached, page }))
      : await evolveState(decider, cached, page.events);
    const current = takeSnapshotIfDue(decider, stream, loaded);
    keep(key, current);
    return { state: current.state, version: current.version };
  };

  return {
    load,
    lastKnown: (decider, stream) => cachedAt(keyOf(decider, stream)) ?? null,
    async appended<State, Event extends AttestoryEvent>(
      decider: Fold<State, Event>,
      stream: StreamName,
      event: RecordedEvent,
    ) {
      const key = keyOf(decider, stream);
      const before = cachedAt<State>(key) ?? beginningOf(decider);
      if (before.version !== event.version - 1) return;
      keep(key, takeSnapshotIfDue(decider, stream, await evolveState(decider, before, [event])));
    },
    settled: () => newSnapshots.settled(),
  };
}
