const againAfterMs = 30_000;
const mostRemembered = 50;

/** Reports the same error at most every 30 seconds: a caller that retries four times a second would fill the log with it. */
export function deduplicated<Reported>(report: (error: Reported) => void): (error: Reported) => void {
  /** When each error was last reported, by its text. */
  const reportedAt = new Map<string, number>();
  return (error) => {
    const text = String(error);
    const now = performance.now();
    if (now - (reportedAt.get(text) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return;
    if (reportedAt.size >= mostRemembered) reportedAt.clear();
    reportedAt.set(text, now);
    report(error);
  };
}
