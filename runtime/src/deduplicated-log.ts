const againAfterMs = 30_000;
const mostRemembered = 50;

/** Reports the same error at most every 30 seconds: a caller that retries four times a second would fill the log with it. */
export function deduplicated<Trouble>(tell: (trouble: Trouble) => void): (trouble: Trouble) => void {
  const told = new Map<string, number>();
  return (trouble) => {
    const [text, at] = [String(trouble), performance.now()];
    if (at - (told.get(text) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return;
    if (told.size >= mostRemembered) told.clear();
    told.set(text, at);
    tell(trouble);
  };
}
