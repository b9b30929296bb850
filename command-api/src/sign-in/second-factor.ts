import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Problem } from "@attestory/http/routing/answers.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { hasHardwareKey } from "../hardware-keys/has-hardware-key.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import type { SecondFactors } from "../second-factors/second-factors-state.ts";
import { trustedDevice } from "../second-factors/trusted-device.ts";
import { type CodeReason, verifyCode } from "../second-factors/verify-code.ts";
import type { Client } from "./client.ts";
import { loginTicket } from "./login-ticket.ts";

export type SecondFactorKind = Extract<SessionEvent, { type: "SessionStarted" }>["data"]["secondFactor"];

/** The password was right; the sign-in continues with one of the methods. */
export interface TwoFactorRequired extends Refused<"two-factor-required"> {
  methods: NonNullable<Problem["methods"]>;
  loginTicket: string;
}

export interface SecondStep {
  owner: RegisteredUser;
  /** A code of the authenticator app or a recovery code, as it was typed. */
  code: string | undefined;
  client: Client;
  /** The id of the device if it is known, else null. */
  device: string | null;
}

export interface SecondFactorGiven {
  /** Null if the account asks for none. */
  secondFactor: SecondFactorKind;
  recoveryCodesLeft: number | null;
  /** Whether the account has an authenticator app. */
  hasTotp: boolean;
}

/** The second step of a sign-in by password: a code, unless the account asks for none or trusts this browser. */
export async function verifySecondFactor(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring },
  { owner, code, client, device }: SecondStep,
  commandContext: CommandContext,
): Promise<SecondFactorGiven | TwoFactorRequired | Refused<CodeReason> | TooManyAttempts> {
  const { commandHandler, keyring } = dependencies;
  const { userId, sessionEpoch } = owner;
  const { now } = commandContext;
  const { state } = await commandHandler.load(secondFactors, secondFactorsStream(userId));
  const methods = methodsOf(state, await hasHardwareKey(commandHandler, userId));
  const hasTotp = state.totp !== null;
  if (methods.length === 0) return { secondFactor: null, recoveryCodesLeft: null, hasTotp };
  if (trustedDevice(state, { cookie: client.trusted, sessionEpoch, now })) {
    return { secondFactor: "trusted-device", recoveryCodesLeft: null, hasTotp };
  }
  if (!code) return { refused: "two-factor-required", methods, loginTicket: loginTicket(keyring, owner, now) };
  const accepted = await verifyCode(dependencies, { userId, code, purpose: "sign-in", device }, commandContext);
  if (isRefused(accepted)) return accepted;
  const { secondFactor, recoveryCodesLeft } = accepted;
  return { secondFactor, recoveryCodesLeft, hasTotp };
}

type Methods = NonNullable<Problem["methods"]>;

/** What the account accepts after the password; nothing if it has no second factor. A recovery code alone is none. */
export function methodsOf({ totp, recovery }: SecondFactors, hasKey: boolean): Methods {
  if (!totp && !hasKey) return [];
  const accepted: [Methods[number], boolean][] = [
    ["totp", totp !== null],
    ["recovery_code", recovery !== null && recovery.digests.length > 0],
    ["hardware_key", hasKey],
  ];
  return accepted.filter(([, isAccepted]) => isAccepted).map(([method]) => method);
}
