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
import { isRegistrationBrowser } from "./registration-browser.ts";

interface Verification {
  token: string;
  client: Client;
  /** The value of `registrationCookie`, unverified. */
  registeredWith: string | undefined;
}

/**
 * Verifies the email address. Repeating it with the same link succeeds until the link expires. Does not sign in. The browser becomes a
 * known device. `asksForCode`: the first sign-in needs a code from an email, as this is not the browser that registered.
 */
export async function verifyEmail(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { token, client, registeredWith }: Verification,
  commandContext: CommandContext,
): Promise<{ position: bigint; asksForCode: boolean; deviceCookies: string[] } | Refused<"invalid-link" | "conflict">> {
  const link = readLinkToken(keyring, "verify-email", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: verificationId } = link;
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: {
      type: "verify-email",
      verificationId,
      sameBrowser: isRegistrationBrowser(keyring, registeredWith, userId),
      now: commandContext.now,
    },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: outcome.refused === "conflict" ? "conflict" : "invalid-link" };
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "invalid-link" };
  // One device for each link, however often it is opened: each device has attempts of its own.
  const device = { id: v5("device", verificationId), owner, now: commandContext.now };
  const deviceCookies = newDeviceCookies(keyring, client, device);
  return { position: outcome.position, asksForCode: owner.isVerifiedElsewhere, deviceCookies };
}
