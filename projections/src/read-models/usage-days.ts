import type { UserEvent } from "@attestory/events/account-events.ts";
import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { AuthorizationEvent, ConsentEvent } from "@attestory/events/authorization-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { EmailCodeEvent } from "@attestory/events/email-code-events.ts";
import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
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

type Taken =
  | Extract<UserEvent, { type: "UserRegistered" | "EmailVerified" }>
  | Extract<SessionEvent, { type: "SessionStarted" }>
  | Extract<AttemptEvent, { type: "WrongPasswordGiven" | "AttemptsLocked" }>
  | Extract<SecondFactorEvent, { type: "TwoFactorEnabled" | "TwoFactorDisabled" | "WrongCodeGiven" | "CodesLocked" }>
  | Extract<EmailCodeEvent, { type: "WrongEmailCodeGiven" }>
  | Extract<HardwareKeyEvent, { type: "HardwareKeySignCountWentBack" }>
  | Extract<AuthorizationEvent, { type: "AuthorizationCodeRedeemed" | "RefreshTokenRotated" }>
  | Extract<ConsentEvent, { type: "ConsentGranted" }>;

/** The value of every day in the index `all`. */
export const everyDay = "day";

/** Keyed by day, such as `2026-11-23`. The index `all` lists every day on which something was counted, oldest first. */
export const usageDays: Projection<UsageDayDocument, Taken> = {
  name: "usageDays@1",
  group: "other",
  takes: [
    "UserRegistered",
    "EmailVerified",
    "SessionStarted",
    "WrongPasswordGiven",
    "AttemptsLocked",
    "TwoFactorEnabled",
    "TwoFactorDisabled",
    "WrongCodeGiven",
    "CodesLocked",
    "WrongEmailCodeGiven",
    "HardwareKeySignCountWentBack",
    "AuthorizationCodeRedeemed",
    "RefreshTokenRotated",
    "ConsentGranted",
  ],
  personal: "sealed",
  indexes: { all: { entry: ({ day }) => ({ value: everyDay, order: day }) } },
  keys: (event) => (isCounted(event) ? [dayOf(event.recordedAt)] : []),
  evolve: (document, event) => counted(document ?? emptyDay(dayOf(event.recordedAt)), event),
};

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
function isCounted(event: RecordedEvent<Taken>): boolean {
  if (event.type === "SessionStarted") return !event.data.pending;
  return event.type !== "ConsentGranted" || event.data.isNew;
}

type Counter = "signUps" | "signIns" | "verified" | "twoFactorOn" | "twoFactorOff";

const counters: Partial<Record<Taken["type"], Counter>> = {
  UserRegistered: "signUps",
  EmailVerified: "verified",
  SessionStarted: "signIns",
  TwoFactorEnabled: "twoFactorOn",
  TwoFactorDisabled: "twoFactorOff",
};

function counted(day: UsageDayDocument, event: RecordedEvent<Taken>): UsageDayDocument {
  const counter = counters[event.type];
  if (counter) return { ...day, [counter]: day[counter] + 1 };
  const failure = failureOf(event);
  if (failure) return { ...day, failures: { ...day.failures, [failure]: (day.failures[failure] ?? 0) + 1 } };
  const use = applicationUse(event);
  if (!use) return day;
  const { tokens, consents } = day.applications[use.id] ?? { tokens: 0, consents: 0 };
  const after = { tokens: tokens + use.tokens, consents: consents + use.consents };
  return { ...day, applications: { ...day.applications, [use.id]: after } };
}

const wrongPasswords = {
  "sign-in": "wrong-password",
  "step-up": "wrong-password-step-up",
  "password-change": "wrong-password-change",
} as const satisfies Record<string, FailureReason>;

const failures: Partial<Record<Taken["type"], FailureReason>> = {
  AttemptsLocked: "attempts-locked",
  WrongCodeGiven: "wrong-code",
  CodesLocked: "codes-locked",
  WrongEmailCodeGiven: "wrong-email-code",
  HardwareKeySignCountWentBack: "copied-key",
};

const failureOf = (event: RecordedEvent<Taken>): FailureReason | undefined =>
  event.type === "WrongPasswordGiven" ? wrongPasswords[event.data.door] : failures[event.type];

/** The actor of a refreshed token is its application. */
function applicationUse(event: RecordedEvent<Taken>): (ApplicationUsage & { id: string }) | null {
  if (event.type === "ConsentGranted") return { id: event.data.applicationId, tokens: 0, consents: 1 };
  if (event.type === "AuthorizationCodeRedeemed") return { id: event.data.applicationId, tokens: 1, consents: 0 };
  return event.type === "RefreshTokenRotated" ? { id: event.actor.id, tokens: 1, consents: 0 } : null;
}
