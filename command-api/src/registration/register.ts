import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type DecoyUser, hasAccount, type LapsedUser, type RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { pendingTimes, startSession } from "../sessions/start-session.ts";
import { accountKey } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";
import { newDeviceCookies } from "../sign-in/known-device.ts";
import type { CreateRefusal } from "./create-account.ts";
import {
  type PasswordRegistrationDependencies,
  type RegisterReason,
  type Registration,
  registerWithPassword,
} from "./register-with-password.ts";
import { registrationCookieFor } from "./registration-browser.ts";

export interface RegisterDependencies extends PasswordRegistrationDependencies {
  mailLimits: MailLimits;
}

export interface Registered {
  token: string;
  position: bigint;
  /** Lapsed if the command is a repeat, and its registration has ended since. Its token no longer works. */
  user: RegisteredUser | DecoyUser | LapsedUser;
  /** Of the browser: that it registered, and that it is a known device. */
  cookies: string[];
}

/** Registers a user within the limits, and starts a session that is pending until the address is verified. */
export async function register(
  dependencies: RegisterDependencies,
  { registration, client }: { registration: Registration; client: Client },
  commandContext: CommandContext,
): Promise<Registered | Refused<RegisterReason> | CreateRefusal | TooManyAttempts> {
  const { commandHandler, keyring, mailLimits } = dependencies;
  const request = { address: accountKey(keyring, registration.email), network: client.network };
  const registered = await mailLimits.registration(request, () =>
    registerWithPassword(dependencies, registration, commandContext),
  );
  if (isRefused(registered)) return registered;
  const { userId } = registered;
  const sessionEpoch = 0;
  const session = {
    userId,
    sessionEpoch,
    method: "registration",
    secondFactor: null,
    newDevice: false,
    rememberMe: false,
    times: pendingTimes,
  } as const;
  const started = await startSession(commandHandler, session, commandContext);
  if (isRefused(started)) return started;
  const { state } = await commandHandler.load(user, userStream(userId));
  if (!hasAccount(state) && state.status !== "lapsed")
    throw new Error(`user ${userId} is not there after its registration`);
  const device = { id: commandContext.newId("device"), owner: { userId, sessionEpoch }, now: commandContext.now };
  const cookies = [registrationCookieFor(keyring, userId), ...newDeviceCookies(keyring, client, device)];
  return { token: started.token, position: started.position, user: state, cookies };
}
