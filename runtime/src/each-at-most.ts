/** Does the work for each, for at most so many at once. @throws the first error, once nothing goes on; the rest is not begun then */
export async function eachAtMost<Each>(
  atOnce: number,
  all: Iterable<Each>,
  work: (each: Each) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all].values();
  const failed: { error: unknown }[] = [];
  const worker = async () => {
    for (const each of waiting) {
      if (failed.length > 0) return;
      await work(each).catch((error: unknown) => failed.push({ error }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  for (const { error } of failed) throw error;
}
