import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { createAggregateRepository } from "./aggregate-repository.ts";
import { type AuthorityGuards, createAuthorityCheck } from "./authority-guard.ts";
import type { CommandContext } from "./command-context.ts";
import type { Decider, Refused } from "./decider.ts";
import type { HandlingReason } from "./handling-reason.ts";
import { findIdempotencyRecord, type IdempotencyRecord } from "./idempotency.ts";
import { type EventOrigin, newEvents } from "./new-events.ts";
import { createCommandReader } from "./recent-commands.ts";
import { createSnapshots } from "./snapshots.ts";

const usualAttempts = 3;

/** Loads streams, runs deciders and appends their events to the log. */
export interface CommandHandler {
  /** Of the log. */
  readonly generation: number;
  /** Returns the current state and version of a stream. */
  load<State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
    stream: StreamName,
  ): Promise<{ state: State; version: number }>;
  /**
   * Loads the stream, decides and appends. Decides again on fresh events when another writer came first, up to `attempts` times.
   * Returns the position of the append, or the log's head if nothing was appended. A repeated command gets its idempotency record.
   */
  handle<State, Command, Event extends AttestoryEvent, Reason extends string>(
    execution: CommandExecution<State, Command, Event, Reason>,
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason>>;
  /**
   * Finds the idempotency record of this command on the stream. Null if the command was not handled there, or if hundreds of later
   * events hide it (`idempotencyWindow`).
   */
  findIdempotencyRecord(stream: StreamName, commandContext: CommandContext): Promise<IdempotencyRecord | null>;
  head(): Promise<Position>;
  /** Resolves when every append in progress, with its check, and every snapshot has ended. */
  settled(): Promise<void>;
}

export interface CommandExecution<State, Command, Event extends AttestoryEvent, Reason extends string>
  extends EventOrigin {
  decider: Decider<State, Command, Event, Reason>;
  command: Command;
  /** How often it is decided, while other writers come first, before it is refused as a conflict. Three times by default. */
  attempts?: number;
}

export interface CommandHandlerOptions {
  /** Asked right before each append: an authority that has ended appends nothing, nor does one of a kind without a guard. */
  guards?: AuthorityGuards;
  now?: Clock;
  /** Tells the operator of errors that do not stop a command. */
  reportError?(message: string, error: unknown): void;
}

export function createCommandHandler(
  log: EventLog,
  sealing: Sealing,
  options: CommandHandlerOptions = {},
): CommandHandler {
  const { now = () => new Date(), reportError = () => {}, guards = {} } = options;
  const reader = createCommandReader(log);
  const aggregates = createAggregateRepository(reader, sealing, createSnapshots({ log, sealing, now, reportError }));
  const { load } = aggregates;
  const refuseEnded = createAuthorityCheck(guards, load, log.generation);

  /** Each with its check: a call that ends a session waits for those that found it good. */
  const appends = new PendingWork();

  /** Appends the events, unless the authority of the command has ended. */
  const checkAndAppend = async (
    { stream, commandContext }: EventOrigin,
    events: readonly SealedEvent[],
    version: number,
  ): Promise<{ position: Position } | Refused<"session-ended" | "revoked">> => {
    const ended = await refuseEnded(commandContext, stream);
    if (ended) return ended;
    const what = () => `${stream.split("-", 1)} ${events.map(({ type }) => type)}`;
    tracepoint("append asked", what);
    const position = await log.append(stream, version, events);
    tracepoint("append taken", what);
    return { position };
  };

  /** Appends the decision, unless the authority of the command has ended. Null if another writer came first. */
  const append = async (
    origin: EventOrigin,
    decision: readonly AttestoryEvent[],
    version: number,
  ): Promise<{ position: Position } | Refused<"session-ended" | "revoked"> | null> => {
    try {
      const sealed = await sealing.seal(origin.stream, newEvents(origin, decision), { isFirst: version === 0 });
      // After all slow work: a sign-out at this point waits only for the check and the append.
      return await appends.track(checkAndAppend(origin, sealed, version));
    } catch (error) {
      if (error instanceof VersionConflict) return null;
      throw error;
    }
  };

  /** Decides on the loaded state and appends. Null if another writer came first. */
  const decideAndAppend = async <State, Command, Event extends AttestoryEvent, Reason extends string>(
    execution: CommandExecution<State, Command, Event, Reason>,
    { state, version }: { state: State; version: number },
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason> | null> => {
    const { decider, command, stream, commandContext } = execution;
    // After the load: a repeat of this command that is handled from here on conflicts with the loaded version.
    const record = await findIdempotencyRecord(reader, { stream, knownVersion: version }, commandContext);
    if (record) return record;
    const decision = decider.decide(state, command);
    if ("refused" in decision) return decision;
    return decision.length === 0 ? { position: await log.head() } : append(execution, decision, version);
  };

  return {
    generation: log.generation,
    load,
    findIdempotencyRecord: (stream, commandContext) => findIdempotencyRecord(reader, { stream }, commandContext),
    async handle(execution) {
      const { decider, stream, commandContext, attempts = usualAttempts } = execution;
      for (let attempt = 1; ; attempt++) {
        const loaded = await load(decider, stream);
        const outcome = await decideAndAppend(execution, loaded);
        if (outcome === null && attempt < attempts) continue;
        // Two requests with one key may run at once: the log treats the second append as the first, even if its events differ.
        const record = await findIdempotencyRecord(reader, { stream }, commandContext);
        return record ?? outcome ?? { refused: "conflict" };
      }
    },
    head: () => log.head(),
    async settled() {
      await Promise.all([appends.settled(), aggregates.settled()]);
    },
  };
}
