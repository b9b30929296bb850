import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { readVerificationToken } from "../mail/verification-link.ts";

/** Verifies the email address. Repeating it with the same link succeeds until the link expires. Does not sign in. */
export async function verifyEmail(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  token: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"invalid-link" | "conflict">> {
  const link = readVerificationToken(keyring, token);
  if (!link) return { refused: "invalid-link" };
  const { userId, verificationId } = link;
  const command = { type: "verify-email", verificationId, now: commandContext.now } as const;
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command,
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: outcome.refused === "conflict" ? "conflict" : "invalid-link" };
}

/** Requests a new verification email if one is due. Does not reveal whether it was. */
export async function resendVerification(
  {
    commandHandler,
    keyring,
    mailLimits,
  }: { commandHandler: CommandHandler; keyring: Keyring; mailLimits: Pick<MailLimits, "mayWrite"> },
  email: string,
  commandContext: CommandContext,
): Promise<void> {
  const canonical = canonicalEmail(email);
  if (!canonical) return;
  const { state: owner } = await commandHandler.load(reservation, emailStream(keyring, canonical));
  if (owner.status === "free") return;
  const stream = userStream(owner.userId);
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "registered" || state.emailVerified || !(await mailLimits.mayWrite())) return;
  await commandHandler.handle({
    decider: user,
    stream,
    command: { type: "request-verification" },
    person: owner.userId,
    commandContext,
  });
}
