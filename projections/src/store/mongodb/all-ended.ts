/** The results once all have ended. Throws the first error only then, so that nothing goes on in the background. */
export async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(work);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
