import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";

/** The event log: streams of events, all in one order. Adapters pass `event-log.contract.ts`. */
export interface EventLog {
  /** Positions are valid only within their generation. */
  readonly generation: number;
  /**
   * Returns the events after version `after` (0: all), at most the first `limit` of them (at least 1; default: all), and the version
   * of the whole stream. Version 0 means that the stream does not exist.
   */
  read(stream: StreamName, after?: number, limit?: number): Promise<{ events: RecordedEvent[]; version: number }>;
  /**
   * Appends all events or none, durably, and returns the position of the last one. `expected` is the version that was read.
   * The same ids at the same version again are the same append: same result, no second event.
   * An append is sent, or sent again, for some two seconds only, because what was checked before it may not hold any more.
   * @throws VersionConflict another writer appended first
   * @throws LogUnavailable it is unknown whether the events were written
   */
  append(stream: StreamName, expected: number, events: readonly SealedEvent[]): Promise<Position>;
  /** The newest event; null in an empty log. */
  newest(): Promise<RecordedEvent | null>;
  /** The event at this position; null if there is none. */
  eventAt(position: Position): Promise<RecordedEvent | null>;
  /**
   * At most `limit` events after the position, in order. Here and below, `after` is the position of an event, or zero.
   * @throws NoSuchPosition if the log has no event there, if its adapter can tell
   */
  readAll(after: Position, limit: number): Promise<RecordedEvent[]>;
  /** Like `readAll`, but the events are only checked, not parsed: for a copy, which also takes what this release cannot read. */
  readStored(after: Position, limit: number): Promise<StoredEvent[]>;
  /**
   * The newest events, newest first: at most `limit` of them. An adapter whose store has events of other logs, too, searches them: a
   * million takes about a second.
   */
  readBack(limit: number): Promise<RecordedEvent[]>;
  /**
   * Like `readAll`, but returns only events of these types. The others are checked as in any read, and left out.
   * The end of the log is reached when `checkedUpTo` equals `after`.
   */
  scan(after: Position, limit: number, types: ReadonlySet<string>): Promise<Scanned>;
  /**
   * Yields existing events, then new ones as they are appended. Ends when the signal aborts. Batches are never empty. With `types`, other
   * events may be left out: they are checked, and not parsed. The last event that was read is always there, so that a follower knows how far it is.
   */
  follow(after: Position, signal: AbortSignal, types?: ReadonlySet<string>): AsyncIterable<RecordedEvent[]>;
  /** The position of the newest event that `follow` would deliver. */
  head(): Promise<Position>;
  /** Completes earlier appends and rejects later ones with LogUnavailable. Calling it again has no effect. */
  close(): Promise<void>;
}

export interface Scanned {
  events: RecordedEvent[];
  /** The position of the last event that was checked; `after` if there was none. */
  checkedUpTo: Position;
  /** The id of that event; null if there was none. */
  lastId: string | null;
}

export class VersionConflict extends Error {
  override name = "VersionConflict";
}

/** The store did not accept the append, or is unavailable. */
export class LogUnavailable extends Error {
  override name = "LogUnavailable";
  /** Whether the log may be back within seconds, as after an election: the same append may be made again, with its check before it. */
  isBrief = false;
}

/** No event of this log is at the position. Positions are never computed, so it comes from another log. */
export class NoSuchPosition extends Error {
  override name = "NoSuchPosition";
}

/** A stored event does not match its checksum. */
export class DamagedEvent extends Error {
  override name = "DamagedEvent";
}
