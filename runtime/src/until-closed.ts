/** Starts work that goes on until it is closed: `close` aborts the signal, and resolves when the work has ended. */
export function untilClosed(work: (signal: AbortSignal) => Promise<void>): { close(): Promise<void> } {
  const stopping = new AbortController();
  const working = work(stopping.signal);
  return {
    async close() {
      stopping.abort();
      await working;
    },
  };
}
