import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";

/** A refusal is a value, not an error; its reasons are part of the decider's type. */
export interface Refused<Reason extends string = string> {
  refused: Reason;
}

/**
 * Decides what may happen to one stream. Pure: time, ids, hashes and random values come with the command.
 * No events means that the requested state holds already.
 */
export interface Decider<State, Command, Event extends AttestoryEvent, Reason extends string> {
  readonly initial: State;
  decide(state: State, command: Command): readonly Event[] | Refused<Reason>;
  evolve(state: State, event: RecordedEvent<Event>): State;
  /**
   * The first event of a stream and this many of its newest events determine its state: of a long stream, the events between
   * are not read.
   */
  readonly decidesOnNewest?: number;
  /** For growing streams in which every event counts: how to store their state in a snapshot. */
  readonly snapshot?: SnapshotForm<State>;
}

/** How the state of a long stream is stored in a snapshot. */
export interface SnapshotForm<State> {
  /** `<decider>@<digest of its states>`: `testing/expect-snapshots.ts` says which. Snapshots with another name are ignored. */
  readonly name: string;
  /** The state as plain JSON, and the person whose key encrypts it. Null if this state gets no snapshot. */
  encode(state: State): { person: string; state: Record<string, unknown> } | null;
  /** The state of a snapshot. Null if its data does not match. */
  decode(encoded: unknown): State | null;
}

export const isRefused = <Answer extends object>(answer: Answer): answer is Extract<Answer, Refused> =>
  "refused" in answer;
