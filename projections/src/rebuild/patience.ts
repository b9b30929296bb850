import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { isPassing } from "./failed-pass.ts";

/** After so many failures in a row, in 15 seconds at most, work is given up. */
export const mostFailures = 5;

export interface Patience {
  /** Called with an error after which the work is tried again. */
  reportError?: ((error: unknown) => void) | undefined;
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Does the work again, a few times and later each time, if the reason of its failure may pass. @throws the last error, or the signal's reason */
export async function patiently<Result>(
  work: () => Promise<Result>,
  patience: Patience,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || failures === mostFailures) throw error;
      await waitOut({ error, failures }, patience, signal);
    }
  }
}

/** Reports the error and waits, longer after more failures in a row. @throws the signal's reason */
export async function waitOut(
  { error, failures }: { error: unknown; failures: number },
  patience: Patience,
  signal: AbortSignal,
): Promise<void> {
  patience.reportError?.(error);
  await (patience.pause ?? pause)(backoffMs(failures), signal);
  signal.throwIfAborted();
}
