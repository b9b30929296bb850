import { pause } from "@attestory/runtime/backoff.ts";
import { LogUnavailable } from "../event-log.ts";
import type { EventStoreClient } from "./client.ts";
import type { Connection } from "./connection.ts";
import { failureOf, unavailable } from "./failures.ts";

/** How long a failed read is retried, in milliseconds: as long as an election lasts. */
const readRetriesMs = 4000;
/**
 * The same for an append. It is shorter because of what was checked before it: the caller checks again, and makes the append again
 * (`LogUnavailable.isBrief`).
 */
export const appendRetriesMs = 900;
/** A call that comes back so much later than it asked to was in a process that was stopped. */
const stoppedMs = 900;
export const betweenTriesMs = 25;

/**
 * Makes a call that is safe to repeat, and retries it after transient errors for `retriesMs`, or until the store has been unavailable
 * for longer than an election takes.
 * @throws LogUnavailable within five seconds of the loss of the store, and at once after them
 * @throws the client's error for a wrong version
 */
export async function callStore<Result>(
  connection: Connection<EventStoreClient>,
  call: (client: EventStoreClient) => Promise<Result>,
  retriesMs = readRetriesMs,
): Promise<Result> {
  const until = performance.now() + retriesMs;
  for (;;) {
    try {
      return await connection.use(call);
    } catch (error) {
      const leftMs = Math.min(until - performance.now(), connection.expectedForMs());
      const finalError = finalErrorOf(error, leftMs, connection);
      if (finalError) throw finalError;
      await pause(betweenTriesMs);
      await connection.restored(AbortSignal.timeout(Math.ceil(leftMs)));
      // The process was stopped meanwhile. What a caller checked before an append may not hold any more.
      if (performance.now() - until > stoppedMs) throw briefly(unavailable(error), connection);
    }
  }
}

/** The error to give up with, or null to try again. */
function finalErrorOf(error: unknown, leftMs: number, connection: Connection<EventStoreClient>): unknown {
  const failure = failureOf(error);
  if (failure === "wrong-version") return error;
  const isTransient = failure === "transient" || error instanceof LogUnavailable;
  if (isTransient && leftMs >= betweenTriesMs) return null;
  const given = error instanceof LogUnavailable ? error : unavailable(error);
  return isTransient ? briefly(given, connection) : given;
}

export function briefly(error: LogUnavailable, connection: Pick<Connection<EventStoreClient>, "expectedForMs">) {
  error.isBrief = connection.expectedForMs() >= betweenTriesMs;
  return error;
}
