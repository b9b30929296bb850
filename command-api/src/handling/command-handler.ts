import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import { type Position, type StreamName, sessionStream } from "@attestory/events/envelope.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import { createAggregateRepository } from "./aggregate-repository.ts";
import { type CommandContext, eventId } from "./command-context.ts";
import type { Decider, Refused } from "./decider.ts";
import { findIdempotencyRecord, findIdempotencyRecordSince, type IdempotencyRecord } from "./idempotency.ts";
import { createSnapshots } from "./snapshots.ts";

const attempts = 3;

/** Where deciders meet the log. */
export interface CommandHandler {
  /** The state of a stream as of now. */
  load<State, Command, Event extends AttestoryEvent, Reason extends string>(
    decider: Decider<State, Command, Event, Reason>,
    stream: StreamName,
  ): Promise<{ state: State; version: number }>;
  /**
   * Loads, folds, decides, appends; decides again on fresh events when another writer came first, three times at most.
   * Answers the position of what stands then. An intent that was carried out before answers as it did then.
   */
  handle<State, Command, Event extends AttestoryEvent, Reason extends string>(
    order: CommandExecution<State, Command, Event, Reason>,
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason>>;
  /**
   * The position at which this very intent was carried out on the stream before; null: it was not, or so long ago that hundreds of
   * others came after it (`idempotencyWindow`).
   */
  findIdempotencyRecord(stream: StreamName, commandContext: CommandContext): Promise<IdempotencyRecord | null>;
  head(): Promise<Position>;
  /** Every append that was under way has ended. */
  settled(): Promise<void>;
}

export interface CommandExecution<State, Command, Event extends AttestoryEvent, Reason extends string> {
  decider: Decider<State, Command, Event, Reason>;
  stream: StreamName;
  command: Command;
  /** Whose key seals the personal fields of what is decided. */
  person: string | null;
  commandContext: CommandContext;
}

/**
 * `conflict`: others were faster three times; `key-reused`: the idempotency key came before with another request;
 * `session-ended`: the session that asked ended while its command was under way.
 */
export type HandlingReason = "conflict" | "key-reused" | "session-ended";

/** Whether a session has ended, by itself or with its owner's sessions. Handed in, as handling knows no capability. */
export type SessionGuard = (load: CommandHandler["load"], sessionId: string, now: Date) => Promise<boolean>;

export interface CommandHandlerOptions {
  /** Asked right before each append: nothing is written for a session that has ended. */
  sessionHasEnded?: SessionGuard;
  now?: Clock;
  /** Hears what an operator should know; nothing of it keeps a command from being handled. */
  reportError?(message: string, error: unknown): void;
}

export function createCommandHandler(
  log: EventLog,
  sealing: Sealing,
  options: CommandHandlerOptions = {},
): CommandHandler {
  const { now = () => new Date(), reportError = () => {}, sessionHasEnded = async () => false } = options;
  const aggregates = createAggregateRepository(log, sealing, createSnapshots({ log, sealing, now, reportError }));
  const { load } = aggregates;
  const before: CommandHandler["findIdempotencyRecord"] = (stream, commandContext) =>
    findIdempotencyRecord(log, stream, aggregates.cachedVersion(stream), commandContext);

  /** What is written to the session's own stream is refused by that stream's version. */
  const hasEnded = async ({ sessionId, now }: CommandContext, stream: StreamName): Promise<boolean> =>
    sessionId !== null && stream !== sessionStream(sessionId) && (await sessionHasEnded(load, sessionId, now));

  const underWay = new Set<Promise<unknown>>();
  const tracked = <Answer>(append: Promise<Answer>): Promise<Answer> => {
    const ended = append.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return append;
  };

  /** Decides on what was loaded, and appends; null: another writer came first. */
  const once = async <State, Command, Event extends AttestoryEvent, Reason extends string>(
    order: CommandExecution<State, Command, Event, Reason>,
    { state, version }: { state: State; version: number },
  ): Promise<{ position: Position } | Refused<Reason | HandlingReason> | null> => {
    const { decider, stream, command, person, commandContext } = order;
    // After the load: whatever carries out the same intent from here on meets this version.
    const done = await before(stream, commandContext);
    if (done) return done;
    const decision = decider.decide(state, command);
    if ("refused" in decision) return decision;
    if (decision.length === 0) return { position: await log.head() };
    const events = decision.map((event, index) => newEvent(commandContext, stream, person, event, index));
    try {
      const sealed = await sealing.seal(stream, events);
      // After all that takes time: who signs out then waits for the little that is left.
      if (await hasEnded(commandContext, stream)) return { refused: "session-ended" };
      const what = () => `${stream.split("-", 1)} ${decision.map(({ type }) => type)}`;
      tracepoint("append asked", what);
      const position = await tracked(log.append(stream, version, sealed));
      tracepoint("append taken", what);
      return { position };
    } catch (error) {
      if (error instanceof VersionConflict) return null;
      throw error;
    }
  };

  return {
    load,
    findIdempotencyRecord: before,
    async handle(order) {
      const { decider, stream, commandContext } = order;
      for (let attempt = 1; ; attempt++) {
        const loaded = await load(decider, stream);
        const outcome = await once(order, loaded);
        if (outcome === null && attempt < attempts) continue;
        // The same key may have come twice at once: the log takes the second append for the first, whatever was in it.
        return (
          (await findIdempotencyRecordSince(log, stream, loaded.version, commandContext)) ??
          outcome ?? { refused: "conflict" }
        );
      }
    },
    head: () => log.head(),
    async settled() {
      await Promise.all([...underWay, aggregates.settled()]);
    },
  };
}

function newEvent(
  commandContext: CommandContext,
  stream: StreamName,
  person: string | null,
  event: AttestoryEvent,
  index: number,
): NewEvent {
  const { actor, correlationId, causationId, fingerprint, now } = commandContext;
  // Without a person there is no key to seal an address with, and it may not stand in clear.
  const client = person
    ? { ip: commandContext.ip, userAgent: commandContext.userAgent }
    : { ip: null, userAgent: null };
  const id = eventId(commandContext, stream, index);
  return { id, event, person, recordedAt: now, actor, correlationId, causationId, fingerprint, ...client };
}
