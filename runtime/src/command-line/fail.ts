/** Ends the process with one line that says why. Codes as in sysexits.h: 64 wrong usage, 78 wrong configuration. */
export function fail(code: number, why: string): never {
  process.stderr.write(`attestory: ${why.replaceAll("\n", " ")}\n`);
  process.exit(code);
}
