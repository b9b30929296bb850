import type { Log } from "../observability/log.ts";

const signals = ["SIGTERM", "SIGINT"] as const;

export interface StopOptions {
  /** Drains and closes everything the process holds. */
  readonly stop: () => Promise<void>;
  readonly log: Log;
  /** How long `stop` may take before the process ends anyway. */
  readonly limitMs?: number;
}

const endAfter = async ({ stop, log, limitMs = 10_000 }: StopOptions): Promise<number> => {
  const late = new Promise<"late">((resolve) => setTimeout(resolve, limitMs, "late").unref());
  try {
    if ((await Promise.race([stop(), late])) !== "late") return 0;
    log.error({ limitMs }, "shutdown timed out");
  } catch (err) {
    log.error({ err }, "shutdown failed");
  }
  return 1;
};

/**
 * Ends the process gracefully at the first SIGTERM or SIGINT (exit code 0; 1 if stopping failed or took too long) and
 * immediately at the second (exit code 1).
 */
export const stopOnSignals = (options: StopOptions): void => {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    options.log.info({ signal }, "shutdown started");
    const code = await endAfter(options);
    await options.log.flush();
    process.exit(code);
  };
  for (const signal of signals) process.on(signal, onSignal);
};
