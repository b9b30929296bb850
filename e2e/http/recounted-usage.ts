import type { StoredEvent } from "@attestory/events/envelope.ts";

/** What one day, week or month of the log holds, counted by a plain loop over the stored events. */
export interface Recount {
  signUps: number;
  signIns: number;
  verified: number;
  twoFactor: number;
  people: Set<string>;
  failures: Record<string, number>;
  applications: Record<string, { tokens: number; consents: number }>;
}

export const nothing = (): Recount => ({
  signUps: 0,
  signIns: 0,
  verified: 0,
  twoFactor: 0,
  people: new Set(),
  failures: {},
  applications: {},
});

/** Written anew for the test, and not with the product's own calendar: the Thursday of a week says its year. */
function isoWeek(recordedAt: number): string {
  const day = new Date(recordedAt);
  while (day.getUTCDay() !== 4)
    day.setUTCDate(day.getUTCDate() + (day.getUTCDay() === 0 || day.getUTCDay() > 4 ? -1 : 1));
  let week = 1;
  for (const year = day.getUTCFullYear(), at = new Date(day); ; week++) {
    at.setUTCDate(at.getUTCDate() - 7);
    if (at.getUTCFullYear() !== year) return `${year}-W${String(week).padStart(2, "0")}`;
  }
}

const periods = {
  day: (recordedAt: number) => new Date(recordedAt).toISOString().split("T")[0] ?? "",
  week: isoWeek,
  month: (recordedAt: number) => new Date(recordedAt).toISOString().split("T")[0]?.slice(0, -3) ?? "",
};

/** Counts the log by day, ISO week or month of UTC. */
export function recount(events: readonly StoredEvent[], by: keyof typeof periods): Map<string, Recount> {
  const counts = new Map<string, Recount>();
  for (const event of events) {
    const period = periods[by](event.recordedAt);
    const count = counts.get(period) ?? nothing();
    counts.set(period, count);
    add(count, event, JSON.parse(event.data));
  }
  return counts;
}

type Add = (count: Recount, data: Record<string, string | boolean>, event: StoredEvent) => void;

const failed = (count: Recount, reason: string) => {
  count.failures[reason] = (count.failures[reason] ?? 0) + 1;
};
const applicationOf = (count: Recount, id: unknown) => {
  count.applications[String(id)] ??= { tokens: 0, consents: 0 };
  return count.applications[String(id)] as { tokens: number; consents: number };
};
const active: Add = (count, _, { person }) => {
  count.people.add(person ?? "nobody");
};

const adds: Record<string, Add> = {
  UserRegistered: (count) => count.signUps++,
  EmailVerified: (count) => count.verified++,
  TwoFactorEnabled: (count) => count.twoFactor++,
  TwoFactorDisabled: (count) => count.twoFactor--,
  SessionStarted(count, data, event) {
    if (data.pending) return;
    count.signIns++;
    active(count, data, event);
  },
  SessionSeen: active,
  SessionReauthenticated: active,
  WrongPasswordGiven: (count, { door }) =>
    failed(count, door === "sign-in" ? "wrong-password" : `wrong-password-${String(door).replace("password-", "")}`),
  WrongCodeGiven: (count) => failed(count, "wrong-code"),
  WrongEmailCodeGiven: (count) => failed(count, "wrong-email-code"),
  HardwareKeySignCountWentBack: (count) => failed(count, "copied-key"),
  AttemptsLocked: (count) => failed(count, "attempts-locked"),
  CodesLocked: (count) => failed(count, "codes-locked"),
  AuthorizationCodeRedeemed: (count, { applicationId }) => applicationOf(count, applicationId).tokens++,
  RefreshTokenRotated: (count, _, { metadata }) => applicationOf(count, JSON.parse(metadata).actor.id).tokens++,
  ConsentGranted(count, { isNew, applicationId }) {
    if (isNew) applicationOf(count, applicationId).consents++;
  },
};

function add(count: Recount, event: StoredEvent, data: Record<string, string | boolean>): void {
  adds[event.type]?.(count, data, event);
}
