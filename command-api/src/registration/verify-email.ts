import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { v5 } from "uuid";
import { readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { Client } from "../sign-in/client.ts";
import { newDeviceCookies } from "../sign-in/known-device.ts";

/**
 * Verifies the email address. Repeating it with the same link succeeds until the link expires. Does not sign in. The browser becomes a
 * known device.
 */
export async function verifyEmail(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { token, client }: { token: string; client: Client },
  commandContext: CommandContext,
): Promise<{ position: bigint; deviceCookies: string[] } | Refused<"invalid-link" | "conflict">> {
  const link = readLinkToken(keyring, "verify-email", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: verificationId } = link;
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "verify-email", verificationId, now: commandContext.now },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: outcome.refused === "conflict" ? "conflict" : "invalid-link" };
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "invalid-link" };
  // One device for each link, however often it is opened: each device has attempts of its own.
  const device = { id: v5("device", verificationId), owner, now: commandContext.now };
  return { position: outcome.position, deviceCookies: newDeviceCookies(keyring, client, device) };
}
