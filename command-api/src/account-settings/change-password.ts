import { userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { Client } from "../sign-in/client.ts";
import { keepDevice } from "../sign-in/keep-device.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";
import type { SessionExhausted } from "../step-up/exhaust-session.ts";
import { reauthenticate } from "../step-up/reauthenticate.ts";
import { verifyCurrentPassword } from "../step-up/verify-current-password.ts";

export interface ChangePasswordDependencies extends VerifyDependencies {
  mailLimits: MailLimits;
}

export interface PasswordChange {
  /** Stays signed in, unless it has tried too many wrong passwords. */
  requester: RequestingSession & { userId: string };
  currentPassword: string;
  newPassword: string;
  client: Client;
}

export type ChangePasswordReason = "wrong-password" | "known-new-password" | "same-password" | "busy" | HandlingReason;

type Outcome = { position: bigint } | Refused<ChangePasswordReason> | TooManyAttempts | SessionExhausted;

/** Changes the password and ends every session but the requesting one. Its device stays known. */
export function changePassword(
  dependencies: ChangePasswordDependencies,
  change: PasswordChange,
  commandContext: CommandContext,
): Promise<Outcome & { deviceCookies: string[] }> {
  const device = { userId: change.requester.userId, client: change.client, now: commandContext.now };
  return keepDevice(dependencies, device, () => verifyAndChange(dependencies, change, commandContext));
}

async function verifyAndChange(
  dependencies: ChangePasswordDependencies,
  { requester, currentPassword, newPassword, client }: PasswordChange,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler, hasher, mailLimits } = dependencies;
  const { userId, sessionId } = requester;
  const stream = userStream(userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  const { state } = await commandHandler.load(user, stream);
  const owner = state.status === "registered" ? state : null;
  // Checked before the current password, so that the answer reveals nothing about that one.
  if (owner && isKnownPassword(newPassword, owner)) return { refused: "known-new-password" };
  const current = { door: "password-change", userId, sessionId, owner, password: currentPassword, client } as const;
  const verified = await verifyCurrentPassword(dependencies, current, commandContext);
  if (isRefused(verified)) return verified;
  const { verifiedAgainst, caller } = verified;
  if (currentPassword === newPassword) return { refused: "same-password" };
  return mailLimits.ofAccount(userId, async (): Promise<Outcome> => {
    const passwordHash = await hasher.hash(newPassword, caller);
    if (passwordHash === "busy") return { refused: "busy" };
    // The current password is a step-up. Recorded before the change, so that the answer's position includes it.
    const proved = { userId, sessionId, method: "password", userVerified: false } as const;
    await reauthenticate(commandHandler, proved, stepContext(commandContext));
    const command = { type: "change-password", verifiedAgainst, passwordHash, by: requester } as const;
    return handleUserCommand(commandHandler, { userId, command, otherwise: "wrong-password" }, commandContext);
  });
}
