import { userStream } from "@attestory/events/envelope.ts";
import { v5 } from "uuid";
import { readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { authenticate } from "../sessions/authenticate.ts";
import {
  type BeginSessionDependencies,
  type BegunSession,
  beginSession,
  type SignedInUser,
} from "../sign-in/begin-session.ts";
import type { Client } from "../sign-in/client.ts";
import { newDeviceCookies } from "../sign-in/known-device.ts";
import { isRegistrationBrowser } from "./registration-browser.ts";

interface Verification {
  token: string;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
  /** The value of `registrationCookie`, unverified. */
  registeredWith: string | undefined;
}

interface Verified {
  position: bigint;
  /** The first sign-in needs a code from an email: this is not the browser that registered. */
  asksForCode: boolean;
  deviceCookies: string[];
  /** Null for every browser but the one that comes with the session of the registration. */
  signedIn: SignedInUser | null;
}

/**
 * Verifies the email address. Repeating it with the same link succeeds until the link expires. The browser becomes a known device. Signs in
 * the browser that registered, where the password was typed within the hour; no other one.
 */
export async function verifyEmail(
  dependencies: BeginSessionDependencies,
  { token, client, bearer, registeredWith }: Verification,
  commandContext: CommandContext,
): Promise<Verified | Refused<"invalid-link" | "conflict">> {
  const { commandHandler, keyring } = dependencies;
  const link = readLinkToken(keyring, "verify-email", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: verificationId } = link;
  const sameBrowser = isRegistrationBrowser(keyring, registeredWith, userId);
  // The verification ends the session of the registration, so it is read before.
  const provenAt = sameBrowser ? await passwordOfPending(dependencies, { bearer, userId }, commandContext) : null;
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: {
      type: "verify-email",
      verificationId,
      sameBrowser,
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
  const signedIn =
    provenAt && (await signInRegistrant(dependencies, { owner, device: device.id, provenAt }, commandContext));
  const position = signedIn?.position ?? outcome.position;
  return { position, asksForCode: owner.isVerifiedElsewhere, deviceCookies, signedIn };
}

/** When the password was given to the pending session of the registration. Null without that session. */
async function passwordOfPending(
  { commandHandler }: BeginSessionDependencies,
  { bearer, userId }: { bearer: string | null; userId: string },
  { now }: CommandContext,
): Promise<Date | null> {
  const session = bearer === null ? null : await authenticate(commandHandler, bearer, now);
  if (!session?.pending || session.userId !== userId) return null;
  return session.proofs.password ?? session.startedAt;
}

/** By the password that was typed at the registration. Null if too much happens to the account at once: then its owner signs in. */
async function signInRegistrant(
  dependencies: BeginSessionDependencies,
  known: Pick<BegunSession, "owner" | "device" | "provenAt">,
  commandContext: CommandContext,
): Promise<SignedInUser | null> {
  const session = { method: "password", secondFactor: null, rememberMe: false, trusts: false, bearer: null } as const;
  const begun = await beginSession(dependencies, { ...known, ...session }, commandContext);
  return isRefused(begun) ? null : begun;
}
