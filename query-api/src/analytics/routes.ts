import type { Clock } from "@attestory/event-store/clock.ts";
import { activeUsers } from "@attestory/projections/read-models/active-users.ts";
import { applications } from "@attestory/projections/read-models/applications.ts";
import { dayOf, daysBetween } from "@attestory/projections/read-models/periods.ts";
import {
  emptyDay,
  type FailureReason,
  type UsageDayDocument,
  usageDays,
} from "@attestory/projections/read-models/usage-days.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { activeUserCounts } from "./count-active-users.ts";
import { type DayRange, rangeQuery } from "./range.ts";
import { namedApplications, usageUntil } from "./read-usage.ts";
import { type AnalyticsDay, analytics } from "./schema.ts";

interface AnalyticsServices {
  store: Pick<ReadStore, "list" | "getMany">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

export function analyticsRoutes({ store, freshness, now }: AnalyticsServices) {
  const countActiveUsers = activeUserCounts(store, now);
  return [
    route({
      method: "get",
      path: "/api/admin/analytics",
      summary: "Sign-ups, sign-ins, active users, failures, 2FA adoption and use by application, by day of UTC",
      operationId: "getAnalytics",
      description:
        "Returns figures by day of UTC: sign-ups, sign-ins, distinct active users, failures by reason, users with 2FA among the accounts whose address is verified, and how often each application got tokens for a user and a first consent. weeks (ISO 8601) and months have the distinct active users of the whole week or month. Tokens that an application gets for itself are not counted. For admins.",
      access: "admin",
      query: rangeQuery(() => dayOf(now())),
      answers: { 200: analytics },
      async handle({ query: range, context }) {
        const read = [usageDays.name, activeUsers.name, applications.name];
        if (!(await freshness.readable(context, read))) return projectionLag();
        const { byDay, weeks, months } = await countActiveUsers(range);
        const days = answerDays(await usageUntil(store, range.to), range, byDay);
        const used = new Set(days.flatMap((day) => day.applications.map(({ id }) => id)));
        const named = await namedApplications(store, used);
        return { status: 200, body: { ...range, days, weeks, months, applications: named } };
      },
    }),
  ];
}

/** `usage`: of all days until the last one, because the adoption is the sum of what changed. */
function answerDays(
  usage: readonly UsageDayDocument[],
  { from, to }: DayRange,
  activeUsersByDay: ReadonlyMap<string, number>,
): AnalyticsDay[] {
  const byDay = new Map(usage.map((day) => [day.day, day]));
  let twoFactor = usage.filter(({ day }) => day < from).reduce(adoptionAfter, { users: 0, accounts: 0 });
  return daysBetween(from, to).map((name) => {
    const day = byDay.get(name) ?? emptyDay(name);
    twoFactor = adoptionAfter(twoFactor, day);
    return answerDay(day, twoFactor, activeUsersByDay.get(name) ?? 0);
  });
}

const noFailures: Record<FailureReason, number> = {
  "wrong-password": 0,
  "wrong-password-step-up": 0,
  "wrong-password-change": 0,
  "wrong-code": 0,
  "wrong-email-code": 0,
  "copied-key": 0,
  "attempts-locked": 0,
  "codes-locked": 0,
};

type Adoption = AnalyticsDay["twoFactor"];

const adoptionAfter = (
  { users, accounts }: Adoption,
  { twoFactorOn, twoFactorOff, verified }: UsageDayDocument,
): Adoption => ({ users: users + twoFactorOn - twoFactorOff, accounts: accounts + verified });

const answerDay = (day: UsageDayDocument, twoFactor: Adoption, users: number): AnalyticsDay => ({
  day: day.day,
  signUps: day.signUps,
  signIns: day.signIns,
  activeUsers: users,
  failures: { ...noFailures, ...day.failures },
  twoFactor,
  applications: Object.entries(day.applications).map(([id, { tokens, consents }]) => ({ id, tokens, consents })),
});
