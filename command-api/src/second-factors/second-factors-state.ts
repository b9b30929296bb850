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

/** The most accepted codes that the state keeps: its snapshot must stay small. */
export const mostAccepted = 16;

export const withAccepted = ({ acceptedAttempts }: SecondFactors, attemptId: string): string[] =>
  [...acceptedAttempts, attemptId].slice(-mostAccepted);

export const isYoung = (at: Date, ms: number, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) < ms;
