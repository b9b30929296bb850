/** Standard error without the lines that tell how far a command is: only commands that last ten seconds write them. */
export const withoutProgress = (stderr: string): string =>
  stderr.replace(/^attestory: [A-Z][^:\n]*: (?:\d+ %, |[\d,]+ [a-z]).*\n/gm, "");
