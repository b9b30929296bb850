import { pause } from "@attestory/runtime/backoff.ts";
import { LogUnavailable } from "../event-log.ts";
import type { EventStoreClient } from "./client.ts";
import type { Connection } from "./connection.ts";
import { failureOf, unavailable } from "./failures.ts";

/** How long a failed call is retried, in milliseconds. */
const retriesMs = 900;
export const betweenTriesMs = 25;

/**
 * Makes a call that is safe to repeat, and retries it after transient errors for `retriesMs`.
 * @throws LogUnavailable within a second if no server listens, within two if no server answers, and at once while that is known
 * @throws the client's error for a wrong version
 */
export async function callStore<Result>(
  connection: Connection<EventStoreClient>,
  call: (client: EventStoreClient) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + retriesMs;
  for (;;) {
    try {
      return await connection.use(call);
    } catch (error) {
      const leftMs = until - performance.now();
      const finalError = finalErrorOf(error, leftMs);
      if (finalError) throw finalError;
      await pause(betweenTriesMs);
      await connection.restored(AbortSignal.timeout(Math.ceil(leftMs)));
      // The process was stopped meanwhile. What a caller checked before an append may not hold any more.
      if (performance.now() - until > retriesMs) throw unavailable(error);
    }
  }
}

/** The error to give up with, or null to try again. */
function finalErrorOf(error: unknown, leftMs: number): unknown {
  const failure = failureOf(error);
  if (failure === "wrong-version" || error instanceof LogUnavailable) return error;
  return failure !== "transient" || leftMs < betweenTriesMs ? unavailable(error) : null;
}
