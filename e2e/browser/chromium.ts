/** A Chromium that starts on this machine. */
export interface Chromium {
  executablePath: string;
  /** Environment variables that it needs in addition. */
  env: Record<string, string>;
}
