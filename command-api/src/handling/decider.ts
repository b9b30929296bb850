import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";

/** A refusal is an answer, not a failure; its reasons are part of the decider's type. */
export interface Refused<Reason extends string = string> {
  refused: Reason;
}

/**
 * What may happen to one stream. Pure: clock, ids, hashes and randomness arrive in the command.
 * No events means that what was asked is so already.
 */
export interface Decider<State, Command, Event extends AttestoryEvent, Reason extends string> {
  readonly initial: State;
  decide(state: State, command: Command): readonly Event[] | Refused<Reason>;
  evolve(state: State, event: RecordedEvent<Event>): State;
  /**
   * The beginning of a stream and so many of its newest events say all that those between them said: of a long stream no other
   * ones are read.
   */
  readonly decidesOnNewest?: number;
  /** For streams that grow and whose every event counts: how a state rests between two loads. */
  readonly snapshot?: SnapshotForm<State>;
}

/** How what a long stream folds to is kept in a snapshot. */
export interface SnapshotForm<State> {
  /** `<decider>@<n>`. A fold that comes to other states than it did takes the next number: what was kept before is ignored then. */
  readonly fold: string;
  /** The state as plain JSON, and the person whose key seals it; null: this state is not kept. */
  taken(state: State): { person: string; state: Record<string, unknown> } | null;
  /** Null for what is no such state. */
  restored(kept: unknown): State | null;
}

export const isRefused = <Answer extends object>(answer: Answer): answer is Extract<Answer, Refused> =>
  "refused" in answer;
