/** The error with its cause, which the message of an unavailable store lacks. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${error} (${cause})`;
}
