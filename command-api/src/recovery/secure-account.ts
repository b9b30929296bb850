import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { everyTime, factorsAddedUntil } from "../sign-in/factors-added.ts";
import { endFactors } from "./end-factors.ts";

export interface SecureDependencies {
  commandHandler: CommandHandler;
  log: EventLog;
}

interface Securing {
  userId: string;
  ended: readonly SecuredPart[];
  /** The owner's session, which stays. Null: an admin secures the account. */
  by: RequestingSession | null;
}

type Outcome = { position: bigint } | Refused<"no-such-account" | "unverified" | HandlingReason>;

/**
 * Ends what its owner or an admin chose. The factors go first, so that no session of a removed passkey is left, and again once the
 * sessions have ended, for what a session added meanwhile. Safe to repeat: an interrupted one is finished, and what was added since stays.
 */
export async function secureAccount(
  { commandHandler, log }: SecureDependencies,
  { userId, ended, by }: Securing,
  commandContext: CommandContext,
): Promise<Outcome> {
  const stream = userStream(userId);
  const { state: owner } = await commandHandler.load(user, stream);
  if (owner.status !== "registered") return { refused: "no-such-account" };
  if (!owner.emailVerified) return { refused: "unverified" };
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  const first = record ?? (await endFactors(commandHandler, { userId, ended, periods: [everyTime] }, commandContext));
  if (isRefused(first)) return first;
  const causeId = commandContext.newId("securing");
  const command = { type: "secure-parts", causeId, ended, by } as const;
  const secured = await handleUserCommand(commandHandler, { userId, command }, commandContext);
  if (isRefused(secured)) return secured;
  const end = { userId, end: secured.position, isRepeat: record !== null };
  const periods = await factorsAddedUntil({ log, commandHandler }, end);
  // Trust that began since belongs to the owner again. The session of an admin may have ended with the others.
  const again = ended.filter((part) => part !== "trustedBrowsers");
  return endFactors(commandHandler, { userId, ended: again, periods }, { ...commandContext, outlivesAuthority: true });
}
