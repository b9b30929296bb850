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
  /** The newest event says everything that the ones before it said: no other one is read. */
  readonly newestSaysAll?: true;
}

export const isRefused = <Answer extends object>(answer: Answer): answer is Extract<Answer, Refused> =>
  "refused" in answer;
