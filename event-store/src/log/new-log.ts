import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StoredEvent, StreamName } from "@attestory/events/envelope.ts";

/** An event's position in the log that was copied, and in the new one. */
export interface Place {
  from: Position;
  to: Position;
}

/**
 * A log that is written whole before anyone reads it. It is worthless until it is finished: what is interrupted before that is removed
 * by whoever began it.
 */
export interface NewLog {
  /** Adds the events in this order. Returns the places of some of them, in order, and always that of the last. @throws Misfit */
  add(events: readonly StoredEvent[]): Promise<readonly Place[]>;
  /** The event of this version, if it was added. Personal fields are encrypted. */
  at(stream: StreamName, version: number): Promise<RecordedEvent | null>;
  /** Returns once every event is on the disk. */
  finish(): Promise<void>;
  /** Closes it, finished or not. */
  abandon(): void;
}

/** One of the events cannot be added, because it is not the next of its stream, or has a form that the log does not take. */
export class Misfit extends Error {
  override name = "Misfit";
  /** Its index among the events that were to be added. */
  readonly at: number;

  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

export const outOfOrder = (at: number, { version, stream }: StoredEvent, newest: number): Misfit =>
  new Misfit(at, `version ${version} of ${stream} follows version ${newest}`);
