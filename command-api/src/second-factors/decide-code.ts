import type { Recorded } from "@attestory/events/catalogue.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { spendRecoveryCode } from "./decide-recovery-codes.ts";
import type { CommandOf, Decision } from "./second-factors-command.ts";
import { isYoung, mostAccepted, type SecondFactors, type WrongCodes, withAccepted } from "./second-factors-state.ts";
import { matchingStep, wasUsed } from "./totp.ts";

/** Case TF-03. */
const wrongCodesAllowed = 5;
const lockSeconds = 15 * 60;
/** An email reports a lock to the owner, but no further one for this long: another person may cause it again and again. */
const notifyAgainMs = 6 * 3_600_000;
/** The most devices that the state keeps: its snapshot must stay small. */
const mostDevices = 32;

/** Decided by the version of the stream: of several attempts with one code, the first append makes the others `used-code`. */
export function verifyCode(state: SecondFactors, command: CommandOf<"verify-code">): Decision {
  const { attemptId, code } = command;
  if (state.acceptedAttempts.includes(attemptId)) return [];
  return code.kind === "totp"
    ? acceptStep(state, command, code.digits)
    : spendRecoveryCode(state, command, code.digest);
}

function acceptStep(state: SecondFactors, command: CommandOf<"verify-code">, digits: string): Decision {
  const { userId, attemptId, purpose, device, now, machineTime } = command;
  if (!state.totp) return { refused: "wrong-code" };
  const wrong = wrongCodesOf(state, device, now);
  if (wrong.lockedUntil) return { refused: "codes-locked" };
  const { secret, usedSteps } = state.totp;
  const step = secret === null ? null : matchingStep(secret, digits, machineTime);
  if (step === null) return countWrong(state, command, wrong.count + 1);
  // Not counted: a form that is sent twice must not lock its owner out, and a code that was used reveals nothing to a guesser.
  if (wasUsed(step, usedSteps, machineTime)) return { refused: "used-code" };
  return [{ type: "TotpStepAccepted", data: { userId, attemptId, step, purpose, device } }];
}

function countWrong(
  { notifiedAt }: SecondFactors,
  { userId, device, purpose, now }: CommandOf<"verify-code">,
  count: number,
): SecondFactorEvent[] {
  const given: SecondFactorEvent = { type: "WrongCodeGiven", data: { userId, device, purpose } };
  if (count < wrongCodesAllowed) return [given];
  const notify = notifiedAt === null || !isYoung(notifiedAt, notifyAgainMs, now);
  return [given, { type: "CodesLocked", data: { userId, device, seconds: lockSeconds, notify } }];
}

export const unlockCodes = (
  { wrongCodes }: SecondFactors,
  { userId }: CommandOf<"unlock-codes">,
): SecondFactorEvent[] => (wrongCodes.length === 0 ? [] : [{ type: "CodesUnlocked", data: { userId } }]);

export function stepAccepted(state: SecondFactors, { data }: Recorded<"TotpStepAccepted">): SecondFactors {
  return {
    ...state,
    totp: state.totp && { ...state.totp, usedSteps: [...state.totp.usedSteps, data.step].slice(-mostAccepted) },
    wrongCodes: without(state.wrongCodes, data.device),
    acceptedAttempts: withAccepted(state, data.attemptId),
  };
}

const without = (wrongCodes: readonly WrongCodes[], device: string | null): WrongCodes[] =>
  wrongCodes.filter((each) => each.device !== device);

export function wrongCode(
  state: SecondFactors,
  { data: { device }, recordedAt }: Recorded<"WrongCodeGiven">,
): SecondFactors {
  const before = wrongCodesOf(state, device, recordedAt);
  return withWrongCodes(state, { device, count: before.count + 1, at: recordedAt, lockedUntil: null });
}

export function locked(state: SecondFactors, { data, recordedAt }: Recorded<"CodesLocked">): SecondFactors {
  const { device, seconds, notify } = data;
  const before = wrongCodesOf(state, device, recordedAt);
  const lockedUntil = new Date(recordedAt.getTime() + seconds * 1000);
  const next = withWrongCodes(state, { device, count: before.count, at: recordedAt, lockedUntil });
  return notify ? { ...next, notifiedAt: recordedAt } : next;
}

/** Where many devices gave wrong codes, the oldest are forgotten; never those that no known device gave. */
function withWrongCodes(state: SecondFactors, newest: WrongCodes): SecondFactors {
  const all = [...without(state.wrongCodes, newest.device), newest];
  const ofKnown = all.filter(({ device }) => device !== null);
  const ofOthers = all.filter(({ device }) => device === null);
  return { ...state, wrongCodes: [...ofOthers, ...ofKnown.slice(-mostDevices)] };
}

/** After this long without a wrong code, earlier ones no longer count. */
const quietMs = 24 * 3_600_000;

/** The wrong codes that count now. A lock that has passed makes all attempts available again. */
export function wrongCodesOf(
  { wrongCodes }: Pick<SecondFactors, "wrongCodes">,
  device: string | null,
  now: Date,
): WrongCodes {
  const none = { device, count: 0, at: now, lockedUntil: null };
  const recorded = wrongCodes.find((each) => each.device === device) ?? none;
  const isQuiet = now.getTime() - recorded.at.getTime() >= quietMs;
  const hasPassed = recorded.lockedUntil !== null && recorded.lockedUntil <= now;
  return isQuiet || hasPassed ? none : recorded;
}
