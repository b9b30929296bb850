import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

/** Wrong codes in a row, of a known device or of all other devices together. */
const wrongCodes = z.strictObject({
  device: z.uuid().nullable(),
  count: z.int().nonnegative(),
  at: instant,
  lockedUntil: instant.nullable(),
});
export type WrongCodes = z.infer<typeof wrongCodes>;

const trustedDevice = z.strictObject({
  id: z.uuid(),
  tokenHash: z.string(),
  /** The trust ends with the sessions of this epoch. */
  sessionEpoch: z.int(),
  endsAt: instant,
});
export type TrustedDevice = z.infer<typeof trustedDevice>;

/** A set-up that has begun. It is of one session, and of one epoch of the account; neither was recorded at first. */
const setUp = z.strictObject({
  secret: z.string().nullable(),
  startedAt: instant,
  sessionId: z.uuid().nullable(),
  sessionEpoch: z.int().nullable(),
});

const stored = z.strictObject({
  userId: z.uuid(),
  /** Secrets are null once the person is erased. */
  setUp: setUp.nullable(),
  /** Null while no code of an authenticator app is asked for. `usedSteps`: of the newest codes that were accepted. */
  totp: z
    .strictObject({ secret: z.string().nullable(), usedSteps: z.array(z.int()).readonly(), enabledAt: instant })
    .nullable(),
  wrongCodes: z.array(wrongCodes).readonly(),
  /** When an email last reported a lock to the owner. */
  notifiedAt: instant.nullable(),
  /** The newest attempts whose code was accepted. */
  acceptedAttempts: z.array(z.uuid()).readonly(),
  /** The newest set of recovery codes; `digests` are those not used yet. */
  recovery: z.strictObject({ setId: z.uuid(), digests: z.array(z.string()).readonly(), issuedAt: instant }).nullable(),
  trusted: z.array(trustedDevice).readonly(),
});

export type SecondFactors = OfUser<typeof stored>;

/** Every sign-in of an account with two-factor authentication adds an event to its stream. */
export const secondFactorsSnapshot: SnapshotForm<SecondFactors> = snapshotForm("second-factors@b96aa4af", stored);

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
