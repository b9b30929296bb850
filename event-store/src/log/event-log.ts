import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StreamName } from "@attestory/events/envelope.ts";

/** The log: streams of events, and all of them in one order. Adapters pass `event-log-contract.ts`. */
export interface EventLog {
  /** Positions mean nothing outside their generation. */
  readonly generation: number;
  /**
   * The events after version `after` (0: all), at most the first `limit` of them (one or more; none given: all), and the version
   * of the whole stream; version 0: no such stream.
   */
  read(stream: StreamName, after?: number, limit?: number): Promise<{ events: RecordedEvent[]; version: number }>;
  /**
   * Appends all or nothing, durably, and answers the position of the last one. `expected` is the version that was read.
   * The same ids at the same version again are the same append: same answer, no second event.
   * @throws VersionConflict another writer came first
   * @throws LogUnavailable nothing is known to be written
   */
  append(stream: StreamName, expected: number, events: readonly SealedEvent[]): Promise<Position>;
  /** At most `limit` events after the position, in order. */
  readAll(after: Position, limit: number): Promise<RecordedEvent[]>;
  /**
   * As `readAll`, for whoever takes events of some types alone: the others are checked like any that is read, and left out.
   * Nothing is left when it has reached what it was to go on after.
   */
  scan(after: Position, limit: number, types: ReadonlySet<string>): Promise<Scanned>;
  /** Catches up, then goes on live; ends when the signal aborts. Batches are never empty. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<RecordedEvent[]>;
  /** The newest event that `follow` would deliver. */
  head(): Promise<Position>;
  /** Writes what was asked for before it; an append after it is refused with LogUnavailable. Closing again changes nothing. */
  close(): Promise<void>;
}

export interface Scanned {
  events: RecordedEvent[];
  /** The last one that was looked at. */
  reached: Position;
}

export class VersionConflict extends Error {
  override name = "VersionConflict";
}

/** The store did not take the append, or cannot be reached. */
export class LogUnavailable extends Error {
  override name = "LogUnavailable";
}

/** A stored event does not match its checksum. */
export class DamagedEvent extends Error {
  override name = "DamagedEvent";
}
