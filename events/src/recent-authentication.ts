import { maxClockSkewMs } from "./clock-skew.ts";

/**
 * Whether the user of a session proved at most `seconds` ago who they are. A date beyond clock skew in the future says nothing about
 * the time since.
 */
export function isRecentAuthentication(authenticatedAt: Date, seconds: number, now: Date): boolean {
  const sinceMs = now.getTime() - authenticatedAt.getTime();
  return sinceMs >= -maxClockSkewMs && sinceMs <= seconds * 1000;
}
