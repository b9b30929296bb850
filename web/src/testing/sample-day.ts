import { type AnalyticsDay, failures } from "@attestory/query-api/analytics/schema.ts";

export const noFailures = Object.fromEntries(
  Object.keys(failures.shape).map((reason) => [reason, 0]),
) as AnalyticsDay["failures"];

/** A day on which nobody used the service, but for what is given. */
export const sampleDay = (day: string, facts: Partial<AnalyticsDay> = {}): AnalyticsDay => ({
  day,
  signUps: 0,
  signIns: 0,
  activeUsers: 0,
  failures: noFailures,
  twoFactor: { users: 0, accounts: 0 },
  applications: [],
  ...facts,
});
