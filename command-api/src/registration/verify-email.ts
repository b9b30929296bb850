import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
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
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "verify-email", verificationId, now: commandContext.now },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: outcome.refused === "conflict" ? "conflict" : "invalid-link" };
}
