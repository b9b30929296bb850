import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { mostTrusted, type SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** Wrong codes in a row, of a known device or of all other devices together. */
export interface WrongCodes {
  device: string | null;
  count: number;
  at: Date;
  lockedUntil: Date | null;
}

export interface TrustedDevice {
  id: string;
  tokenHash: string;
  /** The trust ends with the sessions of this epoch. */
  sessionEpoch: number;
  endsAt: Date;
}

/** A set-up that has begun. It is of one session, and of one epoch of the account; neither was recorded at first. */
export interface SetUp {
  secret: string | null;
  startedAt: Date;
  sessionId: string | null;
  sessionEpoch: number | null;
}

export interface SecondFactors {
  userId: string | null;
  /** Secrets are null once the person is erased. */
  setUp: SetUp | null;
  /** Null while no code of an authenticator app is asked for. `usedSteps`: of the newest codes that were accepted. */
  totp: { secret: string | null; usedSteps: readonly number[]; enabledAt: Date } | null;
  wrongCodes: readonly WrongCodes[];
  /** When an email last reported a lock to the owner. */
  notifiedAt: Date | null;
  /** The newest attempts whose code was accepted. */
  acceptedAttempts: readonly string[];
  /** The newest set of recovery codes; `digests` are those not used yet. */
  recovery: { setId: string; digests: readonly string[]; issuedAt: Date } | null;
  trusted: readonly TrustedDevice[];
}

export const noSecondFactors: SecondFactors = {
  userId: null,
  setUp: null,
  totp: null,
  wrongCodes: [],
  notifiedAt: null,
  acceptedAttempts: [],
  recovery: null,
  trusted: [],
};

/** The most that the state keeps of each: its snapshot must stay small. */
const mostDevices = 32;
const mostAccepted = 16;

type Recorded<Type extends SecondFactorEvent["type"]> = RecordedEvent<Extract<SecondFactorEvent, { type: Type }>>;

export function evolveSecondFactors(state: SecondFactors, event: RecordedEvent<SecondFactorEvent>): SecondFactors {
  const { userId } = event.data;
  const owned = state.userId === userId ? state : { ...state, userId };
  switch (event.type) {
    case "TotpSetUpStarted":
      return { ...owned, setUp: setUpStarted(event) };
    case "TwoFactorEnabled":
      return { ...owned, setUp: null, totp: enabled(state, event) };
    case "TwoFactorDisabled":
      return disabled(owned, event);
    case "TotpStepAccepted":
      return stepAccepted(owned, event);
    case "WrongCodeGiven":
      return wrongCode(owned, event);
    case "CodesLocked":
      return locked(owned, event);
    case "CodesUnlocked":
      return { ...owned, wrongCodes: [] };
    default:
      return evolveCodesAndDevices(owned, event);
  }
}

const setUpStarted = ({ data, recordedAt }: Recorded<"TotpSetUpStarted">): SetUp => {
  const { secret, sessionId, sessionEpoch } = data;
  return { secret, startedAt: recordedAt, sessionId, sessionEpoch };
};

const enabled = ({ setUp }: SecondFactors, { recordedAt }: Recorded<"TwoFactorEnabled">): SecondFactors["totp"] => ({
  secret: setUp?.secret ?? null,
  usedSteps: [],
  enabledAt: recordedAt,
});

function evolveCodesAndDevices(
  state: SecondFactors,
  event: Recorded<
    "RecoveryCodesIssued" | "RecoveryCodesEnded" | "RecoveryCodeUsed" | "DeviceTrusted" | "DeviceTrustEnded"
  >,
): SecondFactors {
  switch (event.type) {
    case "RecoveryCodesIssued": {
      const { setId, digests } = event.data;
      return { ...state, recovery: { setId, digests, issuedAt: event.recordedAt } };
    }
    case "RecoveryCodesEnded":
      return { ...state, recovery: null };
    case "RecoveryCodeUsed": {
      const { digest, attemptId } = event.data;
      const recovery = state.recovery && {
        ...state.recovery,
        digests: state.recovery.digests.filter((each) => !isEqualInConstantTime(each, digest)),
      };
      return { ...state, recovery, acceptedAttempts: accepted(state, attemptId) };
    }
    case "DeviceTrusted":
      return deviceTrusted(state, event);
    case "DeviceTrustEnded": {
      const { trustId } = event.data;
      return { ...state, trusted: trustId === null ? [] : state.trusted.filter(({ id }) => id !== trustId) };
    }
  }
}

const accepted = ({ acceptedAttempts }: SecondFactors, attemptId: string): string[] =>
  [...acceptedAttempts, attemptId].slice(-mostAccepted);

const disabled = (state: SecondFactors, { data }: Recorded<"TwoFactorDisabled">): SecondFactors => ({
  ...state,
  setUp: null,
  totp: null,
  wrongCodes: [],
  recovery: data.recoveryCodesKept ? state.recovery : null,
  trusted: [],
});

function stepAccepted(state: SecondFactors, { data }: Recorded<"TotpStepAccepted">): SecondFactors {
  return {
    ...state,
    totp: state.totp && { ...state.totp, usedSteps: [...state.totp.usedSteps, data.step].slice(-mostAccepted) },
    wrongCodes: without(state.wrongCodes, data.device),
    acceptedAttempts: accepted(state, data.attemptId),
  };
}

const without = (wrongCodes: readonly WrongCodes[], device: string | null): WrongCodes[] =>
  wrongCodes.filter((each) => each.device !== device);

function wrongCode(state: SecondFactors, { data: { device }, recordedAt }: Recorded<"WrongCodeGiven">): SecondFactors {
  const before = wrongCodesOf(state, device, recordedAt);
  return withWrongCodes(state, { device, count: before.count + 1, at: recordedAt, lockedUntil: null });
}

function locked(state: SecondFactors, { data, recordedAt }: Recorded<"CodesLocked">): SecondFactors {
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

function deviceTrusted(state: SecondFactors, { data, recordedAt }: Recorded<"DeviceTrusted">): SecondFactors {
  const { trustId, tokenHash, sessionEpoch, seconds } = data;
  const device = { id: trustId, tokenHash, sessionEpoch, endsAt: new Date(recordedAt.getTime() + seconds * 1000) };
  const others = state.trusted.filter(({ id }) => id !== trustId);
  return { ...state, trusted: [...others, device].slice(-mostTrusted) };
}
