import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { LRUCache } from "lru-cache";

/** How many of a stream's newest events are searched for a command's events. The stream's first event is searched too. */
export const idempotencyWindow = 500;
/** The most commands that are kept for all streams, some 200 bytes each. A stream counts as four, however few it has. */
const mostKept = 100_000;
const streamSize = 4;

/** What one event tells about the command that had an idempotency key. */
export interface CommandTrace {
  id: string;
  fingerprint: string;
  position: Position;
  version: number;
}

/** The commands with an idempotency key among the events after `after` and up to `version`. */
interface RecentPart {
  after: number;
  version: number;
  traces: readonly CommandTrace[];
}

interface RecentCommands extends RecentPart {
  /** The stream's first event: its trace, null if it has none, undefined if it was not read. */
  first: CommandTrace | null | undefined;
}

/** Reads streams, and remembers which commands their newest events come from, so that no event is read again to find them. */
export interface CommandReader {
  read: EventLog["read"];
  /** Remembers an event that this process appended, as if it had been read. */
  appended(event: RecordedEvent): void;
  /**
   * The traces in the stream's first event and its newest `idempotencyWindow` ones, oldest first. Reads what is new, unless the
   * stream is known up to this version; reads older events only once.
   */
  tracesOf(stream: StreamName, knownVersion?: number): Promise<readonly CommandTrace[]>;
}

export function createCommandReader(log: Pick<EventLog, "read">): CommandReader {
  const cache = new LRUCache<StreamName, RecentCommands>({
    maxSize: mostKept,
    sizeCalculation: ({ traces }) => streamSize + traces.length,
  });

  const read: EventLog["read"] = async (stream, after = 0, limit = Number.POSITIVE_INFINITY) => {
    const page = await log.read(stream, after, limit);
    if (page.events.length > 0) cache.set(stream, remember(cache.get(stream), after, page.events));
    return page;
  };

  /** Reads from the newest known event to the end; of a stream that is far ahead, only its end. */
  const readNewest = async (stream: StreamName) => {
    const after = cache.get(stream)?.version ?? 0;
    const page = await read(stream, after, 2 * idempotencyWindow);
    const reached = after + page.events.length;
    // Also true if another writer came between the log's two queries: the version is then newer than the events.
    if (page.version > reached) await read(stream, Math.max(reached, page.version - idempotencyWindow));
  };

  /** Reads those of the searched events that no load has read, as after a snapshot. */
  const readOlder = async (stream: StreamName) => {
    const known = cache.get(stream);
    if (!known) return;
    const from = Math.max(0, known.version - idempotencyWindow);
    if (known.after > from) await read(stream, from, known.after - from);
    if (known.first === undefined && from > 0) await read(stream, 0, 1);
  };

  return {
    read,
    appended(event) {
      cache.set(event.stream, remember(cache.get(event.stream), event.version - 1, [event]));
    },
    async tracesOf(stream, knownVersion) {
      const known = cache.get(stream);
      if (!known || knownVersion === undefined || known.version < knownVersion) await readNewest(stream);
      await readOlder(stream);
      const { first, after, traces } = cache.get(stream) ?? { first: null, after: 0, traces: [] };
      return first && after > 0 ? [first, ...traces] : traces;
    },
  };
}

function remember(known: RecentCommands | undefined, after: number, events: readonly RecordedEvent[]): RecentCommands {
  const traces = events.flatMap((event) => traceOf(event) ?? []);
  const part = { after, version: after + events.length, traces };
  const [beginning] = events;
  const first = beginning?.version === 1 ? traceOf(beginning) : known?.first;
  return { ...newestOf(known ? joined(known, part) : part), first };
}

const traceOf = ({ id, fingerprint, position, version }: RecordedEvent): CommandTrace | null =>
  fingerprint === null ? null : { id, fingerprint, position, version };

/** Both parts in one, or the newer one if events between them were not read. */
function joined(one: RecentPart, other: RecentPart): RecentPart {
  const [older, newer] = one.version <= other.version ? [one, other] : [other, one];
  if (older.version < newer.after) return newer;
  return {
    after: Math.min(older.after, newer.after),
    version: newer.version,
    traces: [...older.traces.filter(({ version }) => version <= newer.after), ...newer.traces],
  };
}

function newestOf({ after, version, traces }: RecentPart): RecentPart {
  const from = Math.max(after, version - idempotencyWindow);
  return { after: from, version, traces: traces.filter((trace) => trace.version > from) };
}
