import { userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { hashNewPassword } from "../sign-in/hash-new-password.ts";
import { keepDevice } from "../sign-in/keep-device.ts";
import type { PasswordlessDependencies, Requester } from "./remove-password.ts";

export interface SetPasswordDependencies extends PasswordlessDependencies {
  hasher: PasswordHasher;
}

type Outcome =
  | { position: bigint }
  | Refused<"has-password" | "known-new-password" | "busy" | HandlingReason>
  | TooManyAttempts;

/** Gives an account that has no password one, and ends every other session. Its device stays known. */
export function setPassword(
  dependencies: SetPasswordDependencies,
  { requester, client, newPassword }: Requester & { newPassword: string },
  commandContext: CommandContext,
): Promise<Outcome & { deviceCookies: string[] }> {
  const { userId } = requester;
  return keepDevice(dependencies, { userId, client, now: commandContext.now }, () =>
    dependencies.mailLimits.ofAccount(userId, () =>
      hashAndSet(dependencies, { requester, newPassword }, commandContext),
    ),
  );
}

async function hashAndSet(
  dependencies: SetPasswordDependencies,
  { requester: by, newPassword }: Pick<Requester, "requester"> & { newPassword: string },
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const { userId } = by;
  const stream = userStream(userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "registered") return { refused: "session-ended" };
  // Before the password is hashed: a hash is costly.
  if (state.passwordHash !== null) return { refused: "has-password" };
  const hashed = await hashNewPassword(dependencies, { owner: state, newPassword }, commandContext);
  if (isRefused(hashed)) return hashed;
  const { passwordHash } = hashed;
  const command = { type: "set-password", passwordHash, by } as const;
  return handleUserCommand(commandHandler, { userId, command }, commandContext);
}
