import { randomBytes } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import type { RateLimit } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { user } from "../accounts/user.ts";
import { belongsToOwner, type RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { beginAssertion, beginPasskeySignIn } from "../hardware-keys/begin-ceremony.ts";
import type { AuthenticationOptions, AuthenticationResponse } from "../hardware-keys/schema.ts";
import { userIdOf } from "../hardware-keys/user-handle.ts";
import {
  type Assertion,
  type AssertionReason,
  type VerifyAssertionDependencies,
  verifyAssertion,
} from "../hardware-keys/verify-assertion.ts";
import {
  type BeginSessionDependencies,
  beginSession,
  type ShutAccountRefusal,
  type SignedInUser,
} from "./begin-session.ts";
import type { Client } from "./client.ts";
import { knownDevice } from "./known-device.ts";
import { ownerOfTicket } from "./login-ticket.ts";

export interface KeySignInDependencies extends BeginSessionDependencies, VerifyAssertionDependencies {
  /** Answers of keys that a network may get wrong. */
  keyAttempts: RateLimit;
}

/** With a ticket the key is the second factor; without one it is a passkey, which is both factors. */
interface Beginning {
  loginTicket: string | undefined;
  /** The value of `keyCookie`, unverified. */
  browser: string | undefined;
}

const browserForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Options for the browser, and the value that its cookie gets. A passkey's options depend on no account: an address does not show
 * whether it has one, or which keys it has. Only a ticket, which proves the password, shows the account's keys.
 */
export async function beginKeySignIn(
  dependencies: KeySignInDependencies,
  { loginTicket, browser }: Beginning,
  now: Date,
): Promise<{ options: AuthenticationOptions; browser: string | null } | Refused<"invalid-ticket">> {
  if (loginTicket === undefined) {
    // Tabs of one browser share it, so that the one that began first can still answer.
    const binding = browser && browserForm.test(browser) ? browser : randomBytes(32).toString("base64url");
    return { options: beginPasskeySignIn(dependencies, binding, now), browser: binding };
  }
  const owner = await ownerOfTicket(dependencies, { ticket: loginTicket, now });
  const scope = { ceremony: "second-factor", binding: loginTicket } as const;
  const options = owner && (await beginAssertion(dependencies, { userId: owner.userId, scope }, now));
  return options ? { options, browser: null } : { refused: "invalid-ticket" };
}

export interface KeySignIn extends Beginning {
  response: AuthenticationResponse;
  rememberMe: boolean;
  trustDevice: boolean;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
}

export type KeySignInReason = AssertionReason | "invalid-ticket" | HandlingReason;

/** Signs in the user whose key answered the challenge. */
export async function signInByKey(
  dependencies: KeySignInDependencies,
  asked: KeySignIn,
  commandContext: CommandContext,
): Promise<SignedInUser | ShutAccountRefusal | Refused<KeySignInReason> | TooManyAttempts> {
  const { keyAttempts, keyring } = dependencies;
  const { client, loginTicket, rememberMe, trustDevice: trusts, bearer } = asked;
  const consumption = await keyAttempts.consume(client.network);
  if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
  const verified = await verifyOwner(dependencies, asked, commandContext);
  if (isRefused(verified)) return verified;
  await keyAttempts.refund(client.network);
  const { owner } = verified;
  const device = knownDevice(keyring, { cookie: client.device, owner, now: commandContext.now });
  const way =
    loginTicket === undefined
      ? ({ method: "passkey", secondFactor: null } as const)
      : ({ method: "password", secondFactor: "hardware-key" } as const);
  return beginSession(dependencies, { owner, ...way, rememberMe, trusts, bearer, device }, commandContext);
}

/** The id of no user. An unknown user gets the same refusals as a user without keys. */
const nobody = "00000000-0000-4000-8000-000000000000";

/** Whose key it is. The account is loaded before the key is verified: if its sessions end meanwhile, the new one ends with them. */
async function verifyOwner(
  dependencies: KeySignInDependencies,
  { response, loginTicket, browser }: KeySignIn,
  commandContext: CommandContext,
): Promise<{ owner: RegisteredUser } | Refused<KeySignInReason>> {
  const { now } = commandContext;
  const owner =
    loginTicket === undefined
      ? await ownerOfHandle(dependencies, response)
      : await ownerOfTicket(dependencies, { ticket: loginTicket, now });
  if (loginTicket !== undefined && !owner) return { refused: "invalid-ticket" };
  const scope: Assertion["scope"] =
    loginTicket === undefined
      ? { ceremony: "sign-in", binding: browser ?? "" }
      : { ceremony: "second-factor", binding: loginTicket };
  const verified = await verifyAssertion(
    dependencies,
    { userId: owner?.userId ?? nobody, response, scope },
    commandContext,
  );
  if (isRefused(verified)) return verified;
  return owner ? { owner } : { refused: "wrong-key" };
}

async function ownerOfHandle(
  { commandHandler }: KeySignInDependencies,
  { response: { userHandle } }: AuthenticationResponse,
): Promise<RegisteredUser | null> {
  const userId = userHandle ? userIdOf(userHandle) : null;
  if (userId === null) return null;
  const { state } = await commandHandler.load(user, userStream(userId));
  return state.status === "registered" && belongsToOwner(state) && state.emailVerified ? state : null;
}
