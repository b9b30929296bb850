import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import { PersonErased } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { type AttestoryEvent, parseEvent } from "@attestory/events/catalogue.ts";
import type { Position, SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import { PendingWork } from "@attestory/runtime/pending-work.ts";
import { type AggregateRepository, createAggregateRepository, type Fold } from "./aggregate-repository.ts";
import { type AuthorityGuards, createAuthorityCheck } from "./authority-guard.ts";
import { createCheckedAppend } from "./checked-append.ts";
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
  /** The state of a stream as this process last knew it, for what is proven later: see the aggregate repository. */
  lastKnown: AggregateRepository["lastKnown"];
  /**
   * Decides on the stream as this process last knows it, and appends at that version. Loads the stream and decides again where that gives
   * no event, and when another writer came first, up to `attempts` times: nothing is refused or left out on an outdated state.
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
  /**
   * How often it is decided on the loaded stream, while other writers come first, before it is refused as a conflict. Three times by
   * default.
   */
  attempts?: number;
  /** True if the stream most probably has no event yet: it is not read to find that out. */
  begins?: boolean;
}

/** What an append needs of an execution: its types are those of the state that was decided on. */
type Appending = EventOrigin & { decider: Fold<unknown, AttestoryEvent> };
interface Appended {
  events: readonly SealedEvent[];
  expected: number;
  position: Position;
}
type AppendSealed = (
  execution: Appending,
  events: readonly SealedEvent[],
  expected: number,
) => Promise<{ position: Position } | Refused<"session-ended" | "revoked">>;

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
  const { load, lastKnown } = aggregates;
  const appendChecked = createCheckedAppend(log, createAuthorityCheck(guards, aggregates, log.generation));

  /** Each with its check: a call that ends a session waits for those that found it good. */
  const appends = new PendingWork();

  /** Spares a load the event that was just appended. It need not succeed: a load reads what is not known. */
  const remember = async (
    { decider, stream, commandContext: { fingerprint } }: Appending,
    { events, expected, position }: Appended,
  ): Promise<void> => {
    const [sealed, ...others] = events;
    // With an idempotency key the log may have another request's event there. The positions of several events are not all known.
    if (!sealed || others.length > 0 || fingerprint !== null) return;
    try {
      const event = parseEvent({ ...sealed, stream, version: expected + 1, position });
      reader.appended(event);
      await aggregates.appended(decider, stream, event);
    } catch (error) {
      reportError("appended event not kept in memory", error);
    }
  };

  /** Appends the events, unless the authority of the command has ended. */
  const checkAndAppend: AppendSealed = async (execution, events, expected) => {
    const appended = await appendChecked(execution, events, expected);
    if ("refused" in appended) return appended;
    const { authority, outlivesAuthority, fingerprint } = execution.commandContext;
    // With an idempotency key the log may have taken it for a repeat of an earlier append, whose version proves nothing now.
    if (authority?.proof && !outlivesAuthority && fingerprint === null) authority.proof.isGiven = true;
    await remember(execution, { ...appended, events, expected });
    return appended;
  };

  /**
   * Appends the decision, unless the authority of the command has ended. Null if another writer came first, or if its person was erased
   * since the state that was decided on.
   */
  const append = async (
    execution: Appending,
    decision: readonly AttestoryEvent[],
    { version, isLoaded }: { version: number; isLoaded: boolean },
  ): Promise<{ position: Position } | Refused<"session-ended" | "revoked"> | null> => {
    try {
      const sealed = await sealing.seal(execution.stream, newEvents(execution, decision), { isFirst: version === 0 });
      // After all slow work: a sign-out at this point waits only for the check and the append.
      return await appends.track(checkAndAppend(execution, sealed, version));
    } catch (error) {
      if (error instanceof VersionConflict || (error instanceof PersonErased && !isLoaded)) return null;
      throw error;
    }
  };

  /** Decides on the state and appends. Null if another writer came first, or if no event is decided on a state that may be outdated. */
  const decideAndAppend = async <State, Command, Event extends AttestoryEvent, Reason extends string>(
    execution: CommandExecution<State, Command, Event, Reason>,
    { state, version, isLoaded }: { state: State; version: number; isLoaded: boolean },
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason> | null> => {
    const { decider, command, stream, commandContext } = execution;
    // After the load: a repeat of this command that is handled from here on conflicts with the loaded version.
    const record =
      version > 0 && (await findIdempotencyRecord(reader, { stream, knownVersion: version }, commandContext));
    if (record) return record;
    const decision = decider.decide(state, command);
    if (!("refused" in decision) && decision.length > 0)
      return append(execution as Appending, decision, { version, isLoaded });
    if (!isLoaded) return null;
    return "refused" in decision ? decision : { position: await log.head() };
  };

  /** Decides on what is known of the stream without a read. Null if nothing is, or if the stream must be loaded first. */
  const handleAsKnown = async <State, Command, Event extends AttestoryEvent, Reason extends string>(
    execution: CommandExecution<State, Command, Event, Reason>,
  ) => {
    const { decider, stream, begins = false } = execution;
    const known = lastKnown(decider, stream) ?? (begins ? { state: decider.initial, version: 0 } : null);
    return known && decideAndAppend(execution, { ...known, isLoaded: false });
  };

  return {
    generation: log.generation,
    load,
    lastKnown,
    findIdempotencyRecord: (stream, commandContext) => findIdempotencyRecord(reader, { stream }, commandContext),
    async handle(execution) {
      const { decider, stream, commandContext, attempts = usualAttempts } = execution;
      let outcome = await handleAsKnown(execution);
      for (let attempt = 1; outcome === null && attempt <= attempts; attempt++) {
        outcome = await decideAndAppend(execution, { ...(await load(decider, stream)), isLoaded: true });
      }
      if (commandContext.fingerprint === null) return outcome ?? { refused: "conflict" };
      // Two requests with one key may run at once: the log treats the second append as the first, even if its events differ.
      const { version } = await load(decider, stream);
      const record = await findIdempotencyRecord(reader, { stream, knownVersion: version }, commandContext);
      return record ?? outcome ?? { refused: "conflict" };
    },
    head: () => log.head(),
    async settled() {
      await Promise.all([appends.settled(), aggregates.settled()]);
    },
  };
}
