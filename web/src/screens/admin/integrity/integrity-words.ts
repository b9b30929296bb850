import type { Parsed } from "../../../load-schemas.ts";

type Verified = Extract<Parsed<"logIntegrity">["verification"], { outcome: "verified" }>;

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

/** What a verification without a fault has shown, and what not. */
export function verifiedSentence({ events, checkpoints, covered }: Verified): string {
  if (covered === 0) return `${counted(events, "event")} read, and no checkpoint covers them yet.`;
  const agreed = `all ${counted(covered, "event")} agree with ${counted(checkpoints, "signed checkpoint")}.`;
  const newer = events - covered;
  return newer === 0 ? agreed : `${agreed} ${counted(newer, "newer event")} had none yet.`;
}
