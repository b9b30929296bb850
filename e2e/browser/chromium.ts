/** A Chromium that starts on this machine. */
export interface Chromium {
  executablePath: string;
  /** What it needs beside the environment of whoever starts it. */
  env: Record<string, string>;
}
