import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { Refused } from "../handling/decider.ts";
import { issuedIfNone, type RecoveryDigests } from "./issued-if-none.ts";
import { noSecondFactors, type SecondFactors } from "./second-factors-state.ts";
import { matchingStep } from "./totp.ts";

/** Case T16: within this time, the set-up shows the same secret again. */
const sameSecretMs = 10 * 60_000;
const setUpMs = 60 * 60_000;

/** The session that sets up. */
export interface SettingUp {
  sessionId: string;
  /** The account's epoch now, not that of the session: what secures the account raises it, also where it keeps the session. */
  sessionEpoch: number;
}

export type SetUpCommand =
  /** `secret`: shown unless one that was shown to this session a moment ago still counts. */
  | { type: "start-set-up"; userId: string; by: SettingUp; secret: string; now: Date }
  /** `set`: digests of recovery codes, issued if none are left. `replace`: also if some are, of second factors that are gone. */
  | {
      type: "enable";
      userId: string;
      by: SettingUp;
      attemptId: string;
      code: string;
      set: RecoveryDigests;
      replace: boolean;
      now: Date;
      machineTime: Date;
    };

type Decision = readonly SecondFactorEvent[] | Refused<"two-factor-enabled" | "no-set-up" | "wrong-code">;
type CommandOf<Type extends SetUpCommand["type"]> = Extract<SetUpCommand, { type: Type }>;

/** The set-up of an authenticator app. A begun set-up is the session's that began it, and ends when the account is secured. */
export const decideSetUp = (state: SecondFactors, command: SetUpCommand): Decision =>
  command.type === "start-set-up" ? startSetUp(state, command) : enable(state, command);

export const isYoung = (at: Date, ms: number, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) < ms;

/** What this session has begun, and nothing has ended since. Another one may have been shown to someone else than the owner. */
export function begunSetUp(
  { setUp }: Pick<SecondFactors, "setUp">,
  by: SettingUp,
): { secret: string; startedAt: Date } | null {
  if (!setUp || setUp.secret === null) return null;
  const { secret, startedAt, sessionId, sessionEpoch } = setUp;
  return sessionId === by.sessionId && sessionEpoch === by.sessionEpoch ? { secret, startedAt } : null;
}

function startSetUp(state: SecondFactors, { userId, by, secret, now }: CommandOf<"start-set-up">): Decision {
  if (state.totp) return { refused: "two-factor-enabled" };
  const begun = begunSetUp(state, by);
  if (begun && isYoung(begun.startedAt, sameSecretMs, now)) return [];
  const { sessionId, sessionEpoch } = by;
  return [{ type: "TotpSetUpStarted", data: { userId, secret, sessionId, sessionEpoch } }];
}

/** Wrong codes are not counted here: the user who sets up has just been shown the secret. */
function enable(state: SecondFactors, command: CommandOf<"enable">): Decision {
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
