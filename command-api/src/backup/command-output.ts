/** Replaces the line that shows how far a command is; an empty one clears it. Does nothing if the output is not a terminal. */
export function showProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
}

export const number = (value: number | bigint): string => value.toLocaleString("en");

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
