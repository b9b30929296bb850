import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { undoSeconds } from "../accounts/email-change.ts";
import { isOver } from "../accounts/registration-age.ts";
import { factorsAdded } from "../sign-in/factors-added.ts";

/**
 * Whether a password, a key or another second factor was added or changed while emails about it can still be answered. Whoever had a session of
 * the owner for a few minutes may sign in with it, and must not erase the account.
 */
export async function haveWaysInChanged(log: Pick<EventLog, "read">, userId: string, now: Date): Promise<boolean> {
  const [added, account] = await Promise.all([factorsAdded(log, userId), log.read(userStream(userId))]);
  const passwords = account.events.filter(({ type }) => type === "PasswordChanged");
  return [...added, ...passwords].some(({ recordedAt }) => !isOver(recordedAt, undoSeconds, now));
}
