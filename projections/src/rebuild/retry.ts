import { waitOut } from "../follower/follower.ts";
import { isTransient } from "./failures.ts";

/** After so many failures in a row, in 15 seconds at most, work is given up. */
export const mostFailures = 5;

export interface Retries {
  /** Called with an error after which the work is tried again. */
  reportError?: ((error: unknown) => void) | undefined;
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Retries work that fails for a transient reason, a few times and later each time. @throws the last error, or the signal's reason */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  retries: Retries,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || failures === mostFailures) throw error;
      await waitToRetry({ error, failures }, retries, signal);
    }
  }
}

/** As `waitOut`. @throws the signal's reason */
export async function waitToRetry(
  failed: { error: unknown; failures: number },
  { reportError = () => undefined, pause }: Retries,
  signal: AbortSignal,
): Promise<void> {
  await waitOut(failed, { reportError, pause }, signal);
  signal.throwIfAborted();
}
