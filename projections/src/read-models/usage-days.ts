import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { defineProjection } from "./define-projection.ts";
import { dayOf } from "./periods.ts";
import type { Projection } from "./projection.ts";

/**
 * Why something was refused. A wrong password by where it was given; a wrong code of the authenticator app or of the recovery codes; a
 * wrong code of an email; a hardware key that may have been copied; attempts that were stopped for a time.
 */
export type FailureReason =
  | "wrong-password"
  | "wrong-password-step-up"
  | "wrong-password-change"
  | "wrong-code"
  | "wrong-email-code"
  | "copied-key"
  | "attempts-locked"
  | "codes-locked";

/** `tokens`: how often it got tokens for a user. `consents`: of users who had not allowed it anything before. */
export interface ApplicationUsage {
  tokens: number;
  consents: number;
}

/** What happened on one day of UTC. */
export interface UsageDayDocument {
  day: string;
  signUps: number;
  signIns: number;
  /** Accounts whose address was verified. Such an account never ends by itself, so the sum of all days is how many there are. */
  verified: number;
  /** How many users turned codes of an authenticator app on and off. The difference of the sums is how many have them on. */
  twoFactorOn: number;
  twoFactorOff: number;
  /** Reasons without a failure are absent. */
  failures: Partial<Record<FailureReason, number>>;
  /** By the application's id. */
  applications: Readonly<Record<string, ApplicationUsage>>;
}

/** The value of every day in the index `all`. */
export const everyDay = "day";

/** Keyed by day, such as `2026-11-23`. The index `all` lists every day on which something was counted, oldest first. */
export const usageDays: Projection<UsageDayDocument> = defineProjection({
  name: "usageDays@1",
  group: "other",
  personal: "sealed",
  indexes: { all: { entry: ({ day }) => ({ value: everyDay, order: day }) } },
  keys: (event) => (isCounted(event) ? [dayOf(event.recordedAt)] : []),
  initial: ({ recordedAt }) => emptyDay(dayOf(recordedAt)),
  evolve: {
    UserRegistered: counting("signUps"),
    EmailVerified: counting("verified"),
    SessionStarted: counting("signIns"),
    TwoFactorEnabled: counting("twoFactorOn"),
    TwoFactorDisabled: counting("twoFactorOff"),
    WrongPasswordGiven: (day, { data }) => withFailure(day, wrongPasswords[data.door]),
    AttemptsLocked: (day) => withFailure(day, "attempts-locked"),
    WrongCodeGiven: (day) => withFailure(day, "wrong-code"),
    CodesLocked: (day) => withFailure(day, "codes-locked"),
    WrongEmailCodeGiven: (day) => withFailure(day, "wrong-email-code"),
    HardwareKeySignCountWentBack: (day) => withFailure(day, "copied-key"),
    AuthorizationCodeRedeemed: (day, { data }) => withUse(day, data.applicationId, { tokens: 1, consents: 0 }),
    // Its actor is its application.
    RefreshTokenRotated: (day, { actor }) => withUse(day, actor.id, { tokens: 1, consents: 0 }),
    ConsentGranted: (day, { data }) => withUse(day, data.applicationId, { tokens: 0, consents: 1 }),
  },
});

/** A day on which nothing happened. */
export const emptyDay = (day: string): UsageDayDocument => ({
  day,
  signUps: 0,
  signIns: 0,
  verified: 0,
  twoFactorOn: 0,
  twoFactorOff: 0,
  failures: {},
  applications: {},
});

/** The session of a registration is no sign-in. A consent that was given before is none again. */
function isCounted(event: RecordedEvent): boolean {
  if (event.type === "SessionStarted") return !event.data.pending;
  return event.type !== "ConsentGranted" || event.data.isNew;
}

type Counter = "signUps" | "signIns" | "verified" | "twoFactorOn" | "twoFactorOff";

function counting(counter: Counter) {
  return (day: UsageDayDocument): UsageDayDocument => ({ ...day, [counter]: day[counter] + 1 });
}

const withFailure = (day: UsageDayDocument, failure: FailureReason): UsageDayDocument => ({
  ...day,
  failures: { ...day.failures, [failure]: (day.failures[failure] ?? 0) + 1 },
});

function withUse(day: UsageDayDocument, applicationId: string, use: ApplicationUsage): UsageDayDocument {
  const { tokens, consents } = day.applications[applicationId] ?? { tokens: 0, consents: 0 };
  const after = { tokens: tokens + use.tokens, consents: consents + use.consents };
  return { ...day, applications: { ...day.applications, [applicationId]: after } };
}

const wrongPasswords = {
  "sign-in": "wrong-password",
  "step-up": "wrong-password-step-up",
  "password-change": "wrong-password-change",
} as const satisfies Record<string, FailureReason>;
