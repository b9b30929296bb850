import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { erasureOf } from "../accounts/erasure-ticket.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { hasTotp } from "../second-factors/second-factors.ts";
import { trustDevice } from "../second-factors/trusted-device.ts";
import { type NewSession, rememberedTimes, type SessionTimes, startSession } from "../sessions/start-session.ts";
import { type Attempts, accountKey } from "./attempts.ts";
import { isNewDevice } from "./is-new-device.ts";
import { knownDeviceCookie } from "./known-device.ts";
import { replaceSession } from "./replace-session.ts";

export interface BeginSessionDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  attempts: Pick<Attempts, "admitsDevice">;
  mailLimits: Pick<MailLimits, "maySendNewDevice">;
  /** Lifetimes of a session without "remember me". */
  sessionTimes: SessionTimes;
}

export interface BegunSession {
  /** As loaded when the sign-in was proven: if its sessions end meanwhile, this one ends with them. */
  owner: RegisteredUser;
  method: Exclude<NewSession["method"], "registration">;
  secondFactor: NewSession["secondFactor"];
  /** When the password was given, if that was before. */
  provenAt?: Date | null;
  /** Whether the account has an authenticator app. Undefined: it was not read yet. */
  hasTotp?: boolean;
  rememberMe: boolean;
  /** The browser asks for no second factor in the next 30 days. Only after one was given. */
  trusts: boolean;
  /** The session token that the request came with, or null. */
  bearer: string | null;
  /** The id of the device if it is known, else null. */
  device: string | null;
}

export interface SignedInUser {
  token: string;
  position: bigint;
  /** The position at which the request's former session ended, or null. */
  replacedAt: bigint | null;
  user: RegisteredUser;
  twoFactorEnabled: boolean;
  /** None if too many browsers have become known devices of the account today. */
  deviceCookies: string[];
}

/** What a browser can be trusted for. */
const given: ReadonlySet<NewSession["secondFactor"]> = new Set(["totp", "recovery-code", "hardware-key"]);

/** The owner has asked for the erasure of the account, and signs in to end the grace or to keep the account. */
export interface ShutAccountRefusal extends Refused<"erasure-requested"> {
  erasesAt: string;
  erasureTicket: string;
}

/** The end of every sign-in: starts a session, ends the one that the request came with, and keeps the device known. */
export async function beginSession(
  dependencies: BeginSessionDependencies,
  { owner, method, secondFactor, provenAt = null, rememberMe, trusts, bearer, device, ...known }: BegunSession,
  commandContext: CommandContext,
): Promise<SignedInUser | ShutAccountRefusal | Refused<HandlingReason>> {
  const { commandHandler, keyring, sessionTimes } = dependencies;
  const erasure = erasureOf(keyring, owner, commandContext.now);
  if (erasure) return { refused: "erasure-requested", ...erasure };
  const { userId, sessionEpoch } = owner;
  const newDevice = await isNewDevice(dependencies, { userId, device }, commandContext);
  const lifetimes = rememberMe ? rememberedTimes : sessionTimes;
  const session = { userId, sessionEpoch, method, secondFactor, provenAt, newDevice, rememberMe, times: lifetimes };
  const started = await startSession(commandHandler, session, commandContext);
  if (isRefused(started)) return started;
  const { token, sessionId } = started;
  const trusted = trusts && given.has(secondFactor) ? await trustBrowser(commandHandler, owner, commandContext) : null;
  const replacedAt = await replaceSession(commandHandler, { bearer, startedId: sessionId }, commandContext);
  const deviceCookies = await knownFromNowOn(dependencies, { owner, device }, commandContext);
  return {
    token,
    position: trusted?.position ?? started.position,
    replacedAt,
    user: owner,
    twoFactorEnabled: known.hasTotp ?? (await hasTotp(commandHandler, userId)),
    deviceCookies: trusted ? [...deviceCookies, trusted.cookie] : deviceCookies,
  };
}

/** The cookie by which the browser is known from now on, unless too many have become known today. */
async function knownFromNowOn(
  { keyring, attempts }: Pick<BeginSessionDependencies, "keyring" | "attempts">,
  { owner, device }: Pick<BegunSession, "owner" | "device">,
  { newId, now }: CommandContext,
): Promise<string[]> {
  const isKnown = device !== null || (await attempts.admitsDevice(accountKey(keyring, owner.email ?? owner.userId)));
  return isKnown ? [knownDeviceCookie(keyring, { id: device ?? newId("device"), owner, now })] : [];
}

/** Null if too much happens to the account at once: the session is good, and the browser is asked again next time. */
async function trustBrowser(commandHandler: CommandHandler, owner: RegisteredUser, commandContext: CommandContext) {
  const trusted = await trustDevice(commandHandler, owner, commandContext);
  return isRefused(trusted) ? null : trusted;
}
