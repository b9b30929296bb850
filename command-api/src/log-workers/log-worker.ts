import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { randomShare } from "@attestory/runtime/random-share.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type ProgressEvent, progressOf } from "./progress.ts";

/** Events between two checkpoints. Counts events, not positions: a position may be a byte offset. */
const checkpointEvery = 500;

export interface LogWork {
  /** The worker's name: the actor of its events in the log. */
  name: string;
  /** The stream and the event type of the worker's checkpoints. */
  progress: { stream: StreamName; type: ProgressEvent["type"] };
  /** @param before the position of the event before it */
  handle(event: RecordedEvent, before: Position): Promise<void>;
  /** For each event that was handled but whose work is not done yet: its `before`. The checkpoint stays at the first of them. */
  unfinished(): Iterable<Position>;
  /** Called when the log could not be followed. The worker retries. */
  reportError(error: unknown): void;
}

export interface LogWorker {
  /** A fault in words that may be shown to anyone, or null while the worker follows the log. */
  readiness(): string | null;
  close(): Promise<void>;
}

export interface LogWorkerDependencies {
  log: Pick<EventLog, "follow">;
  commandHandler: CommandHandler;
  now: Clock;
  /** Waits before the log is followed again. Returns early when the signal aborts. */
  pause?: typeof pause;
  random?: () => number;
}

/**
 * Follows the log until closed and passes every event to `handle`. Events not done at a restart are passed again. The checkpoint is
 * an event in the log, so that a start costs the same however long the log is.
 */
export async function startLogWorker(
  dependencies: LogWorkerDependencies,
  { name, progress, handle, unfinished, reportError }: LogWork,
): Promise<LogWorker> {
  const { log, commandHandler, now, random = randomShare } = dependencies;
  const stopping = new AbortController();
  const decider = progressOf(progress.type);
  let checkpoint = (await commandHandler.load(decider, progress.stream)).state.position;
  let seen = checkpoint;
  /** Events since the checkpoint. */
  let handled = 0;
  /** How often following the log has ended without a new event in between. */
  let failures = 0;
  let reason: string | null = null;

  const appendCheckpoint = async () => {
    if (handled < checkpointEvery) return;
    let done = seen;
    for (const before of unfinished()) if (before < done) done = before;
    if (done <= checkpoint) return;
    checkpoint = done;
    handled = 0;
    const commandContext = systemContext(name, now());
    await commandHandler.handle({
      decider,
      stream: progress.stream,
      command: { position: done },
      person: null,
      commandContext,
    });
  };

  const follow = async () => {
    for await (const events of log.follow(seen, stopping.signal)) {
      for (const event of events) {
        await handle(event, seen);
        seen = event.position;
        handled++;
      }
      await appendCheckpoint();
      failures = 0;
    }
  };
  const following = (async () => {
    while (!stopping.signal.aborted) {
      reason = null;
      await follow().catch((error) => {
        reason = "cannot follow the log";
        reportError(error);
      });
      failures++;
      await (dependencies.pause ?? pause)(backoffMs(failures, { random }), stopping.signal);
    }
  })();

  return {
    readiness: () => reason,
    async close() {
      stopping.abort();
      await following;
    },
  };
}
