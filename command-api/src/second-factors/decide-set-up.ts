import type { Recorded } from "@attestory/events/catalogue.ts";
import { issuedIfNone } from "./decide-recovery-codes.ts";
import type { CommandOf, Decision, SettingUp } from "./second-factors-command.ts";
import { isYoung, noSecondFactors, type SecondFactors } from "./second-factors-state.ts";
import { matchingStep } from "./totp.ts";

/** Case T16: within this time, the set-up shows the same secret again. */
const sameSecretMs = 10 * 60_000;
const setUpMs = 60 * 60_000;

/** What this session has begun, and nothing has ended since. Another one may have been shown to someone else than the owner. */
export function begunSetUp(
  { setUp }: Pick<SecondFactors, "setUp">,
  by: SettingUp,
): { secret: string; startedAt: Date } | null {
  if (!setUp || setUp.secret === null) return null;
  const { secret, startedAt, sessionId, sessionEpoch } = setUp;
  return sessionId === by.sessionId && sessionEpoch === by.sessionEpoch ? { secret, startedAt } : null;
}

/** A begun set-up is the session's that began it, and ends when the account is secured. */
export function startSetUp(state: SecondFactors, { userId, by, secret, now }: CommandOf<"start-set-up">): Decision {
  if (state.totp) return { refused: "two-factor-enabled" };
  const begun = begunSetUp(state, by);
  if (begun && isYoung(begun.startedAt, sameSecretMs, now)) return [];
  const { sessionId, sessionEpoch } = by;
  return [{ type: "TotpSetUpStarted", data: { userId, secret, sessionId, sessionEpoch } }];
}

/** Wrong codes are not counted here: the user who sets up has just been shown the secret. */
export function enable(state: SecondFactors, command: CommandOf<"enable">): Decision {
  const { userId, by, attemptId, code, set, replace, now, machineTime } = command;
  const { totp, acceptedAttempts } = state;
  if (acceptedAttempts.includes(attemptId)) return [];
  if (totp) return { refused: "two-factor-enabled" };
  const begun = begunSetUp(state, by);
  if (!begun || !isYoung(begun.startedAt, setUpMs, now)) return { refused: "no-set-up" };
  const step = matchingStep(begun.secret, code, machineTime);
  if (step === null) return { refused: "wrong-code" };
  return [
    { type: "TwoFactorEnabled", data: { userId } },
    { type: "TotpStepAccepted", data: { userId, attemptId, step, purpose: "set-up", device: null } },
    ...issuedIfNone(replace ? noSecondFactors : state, userId, set),
  ];
}

export const setUpStarted = (state: SecondFactors, event: Recorded<"TotpSetUpStarted">): SecondFactors => {
  const { secret, sessionId, sessionEpoch } = event.data;
  return { ...state, setUp: { secret, startedAt: event.recordedAt, sessionId, sessionEpoch } };
};

export const enabled = (state: SecondFactors, { recordedAt }: Recorded<"TwoFactorEnabled">): SecondFactors => ({
  ...state,
  setUp: null,
  totp: { secret: state.setUp?.secret ?? null, usedSteps: [], enabledAt: recordedAt },
});

export function disable(
  { totp }: SecondFactors,
  { userId, reason, recoveryCodesKept }: CommandOf<"disable">,
): Decision {
  if (!totp) return { refused: "two-factor-disabled" };
  return [{ type: "TwoFactorDisabled", data: { userId, reason, recoveryCodesKept } }];
}

export const disabled = (state: SecondFactors, { data }: Recorded<"TwoFactorDisabled">): SecondFactors => ({
  ...state,
  setUp: null,
  totp: null,
  wrongCodes: [],
  recovery: data.recoveryCodesKept ? state.recovery : null,
  trusted: [],
});
