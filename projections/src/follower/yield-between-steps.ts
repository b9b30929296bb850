import { setImmediate as nextTurn } from "node:timers/promises";

const turnMs = 10;

/**
 * Returns a function to call between two steps of work. After every ten milliseconds its promise lets the thread's other work go on,
 * and rejects with the signal's reason if that has aborted; in between it returns null.
 */
export function yieldBetweenSteps(signal: AbortSignal): () => Promise<void> | null {
  let endsAt = performance.now() + turnMs;
  const yieldToOthers = async () => {
    await nextTurn();
    signal.throwIfAborted();
    endsAt = performance.now() + turnMs;
  };
  return () => (performance.now() < endsAt ? null : yieldToOthers());
}
