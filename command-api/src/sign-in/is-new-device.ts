import { liveSessionsStream } from "@attestory/events/envelope.ts";
import { networkOf } from "@attestory/http/parsing/client-address.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { liveSessions } from "../sessions/live-sessions.ts";

interface Dependencies {
  commandHandler: Pick<CommandHandler, "load" | "lastKnown">;
  mailLimits: Pick<MailLimits, "maySendNewDevice">;
}

/**
 * Whether an email reports a sign-in in this browser to the owner: it is not known, and the account has signed in before. The first sign-in
 * after a registration is no news.
 */
export async function isNewDevice(
  { commandHandler, mailLimits }: Dependencies,
  { userId, device }: { userId: string; device: string | null },
  { ip }: CommandContext,
): Promise<boolean> {
  if (device !== null) return false;
  return (
    (await hasSignedIn(commandHandler, userId)) &&
    (await mailLimits.maySendNewDevice({ userId, network: networkOf(ip ?? "") ?? "unknown" }))
  );
}

/** Reads only while this process knows of no sign-in: there will never be fewer. */
async function hasSignedIn({ load, lastKnown }: Dependencies["commandHandler"], userId: string): Promise<boolean> {
  const stream = liveSessionsStream(userId);
  return (lastKnown(liveSessions, stream)?.version ?? 0) > 0 || (await load(liveSessions, stream)).version > 0;
}
