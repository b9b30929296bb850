import type { Analytics, AnalyticsDay } from "@attestory/query-api/analytics/schema.ts";
import type { Cell } from "./csv.ts";
import { rangeBefore } from "./day-range.ts";

/** What a chart shows, as a table. The first column names the row. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Whether the last row is shown first. A file has the rows as they are. */
  newestFirst?: true;
}

/** A row of a chart: the day, and a figure for each series. */
export type Point = { day: string } & Record<string, number | string>;

type Failures = AnalyticsDay["failures"];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export const totalOf = (days: readonly AnalyticsDay[], figure: "signIns" | "signUps"): number =>
  sum(days.map((day) => day[figure]));

/** The answer for the range before, if it is that: while another range is being read, the answers may be of two choices. */
export function daysBefore(figures: Analytics, answer: Analytics | undefined): readonly AnalyticsDay[] | null {
  const { from, to } = rangeBefore(figures);
  return answer?.from === from && answer.to === to ? answer.days : null;
}

/** Compares the sign-ins of the days that are over with those of as many days before. Null where there is nothing to compare with. */
export function signInComparison(days: readonly AnalyticsDay[], before: readonly AnalyticsDay[], today: string) {
  const over = days.filter(({ day }) => day < today).length;
  return comparisonOf(totalOf(days.slice(0, over), "signIns"), totalOf(before.slice(0, over), "signIns"));
}

function comparisonOf(now: number, before: number): string | null {
  if (before === 0) return null;
  if (now === before) return "as many as before";
  const percent = Math.round(Math.abs(now / before - 1) * 1000) / 10;
  const share = percent === 0 ? "less than 0.1" : percent.toLocaleString("en");
  return `${share} % ${now > before ? "more" : "fewer"} than before`;
}

/** `before`: of the range before, each beside the day with its number. Null if it is not known. */
export const signInPoints = ({ days }: Analytics, before: readonly AnalyticsDay[] | null): Point[] =>
  days.map(({ day, signIns, signUps }, at) => ({
    day,
    "Sign-ins": signIns,
    ...(before && { "Sign-ins before": before[at]?.signIns ?? 0 }),
    "Sign-ups": signUps,
  }));

export const signInTable = ({ days }: Analytics, before: readonly AnalyticsDay[] | null): Table => ({
  columns: ["Day", "Sign-ins", "Sign-ups", ...(before ? ["Sign-ins before"] : [])],
  newestFirst: true,
  rows: days.map(({ day, signIns, signUps }, at) => [
    day,
    signIns,
    signUps,
    ...(before ? [before[at]?.signIns ?? 0] : []),
  ]),
});

const dayMs = 86_400_000;

/** The Monday of the week that the day belongs to. */
export function mondayOf(day: string): string {
  const at = new Date(day);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}

/** The distinct users of each day, of the week it belongs to, and of its month. */
export function activePoints({ days, weeks, months }: Analytics): Point[] {
  const ofWeek = new Map(weeks.map(({ starts, activeUsers }) => [starts, activeUsers]));
  const ofMonth = new Map(months.map(({ month, activeUsers }) => [month, activeUsers]));
  return days.map(({ day, activeUsers }) => ({
    day,
    Day: activeUsers,
    Week: ofWeek.get(mondayOf(day)) ?? 0,
    Month: ofMonth.get(day.slice(0, 7)) ?? 0,
  }));
}

/** Every period with its own figure. */
export const activeTable = ({ days, weeks, months }: Analytics): Table => ({
  columns: ["Period", "First day", "Active users"],
  newestFirst: true,
  rows: [
    ...months.map(({ month, starts, activeUsers }) => [month, starts, activeUsers]),
    ...weeks.map(({ week, starts, activeUsers }) => [week, starts, activeUsers]),
    ...days.map(({ day, activeUsers }) => [day, day, activeUsers]),
  ],
});

/** The reasons, by what the chart shows together. */
export const failureGroups = {
  Password: ["wrong-password", "wrong-password-step-up", "wrong-password-change"],
  Code: ["wrong-code", "wrong-email-code"],
  "Hardware key": ["copied-key"],
  Stopped: ["attempts-locked", "codes-locked"],
} as const satisfies Record<string, readonly (keyof Failures)[]>;

const groupsOf = (failures: Failures): Record<string, number> =>
  Object.fromEntries(
    Object.entries(failureGroups).map(([name, reasons]) => [name, sum(reasons.map((reason) => failures[reason]))]),
  );

/** More bars would be too thin. */
const mostBars = 62;

/** Whether the failures are shown by week. */
export const areByWeek = ({ days }: Analytics): boolean => days.length > mostBars;

/** The failures of each day; of each week if there are too many days. */
export function failurePoints(figures: Analytics): Point[] {
  const points = new Map<string, Point>();
  for (const { day, failures } of figures.days) {
    const name = areByWeek(figures) ? mondayOf(day) : day;
    const before = points.get(name);
    const groups = Object.entries(groupsOf(failures)).map(([group, count]) => [
      group,
      Number(before?.[group] ?? 0) + count,
    ]);
    points.set(name, Object.assign({ day: name }, Object.fromEntries(groups)));
  }
  return [...points.values()];
}

const reasonNames: Readonly<Record<keyof Failures, string>> = {
  "wrong-password": "Password at sign-in",
  "wrong-password-step-up": "Password to confirm",
  "wrong-password-change": "Password at its change",
  "wrong-code": "Code of the app",
  "wrong-email-code": "Code by email",
  "copied-key": "Copied hardware key",
  "attempts-locked": "Attempts stopped",
  "codes-locked": "Codes stopped",
};
const reasons = Object.keys(reasonNames) as (keyof Failures)[];

export const failureTable = ({ days }: Analytics): Table => ({
  columns: ["Day", ...reasons.map((reason) => reasonNames[reason]), "All"],
  newestFirst: true,
  rows: days.map(({ day, failures }) => {
    const counts = reasons.map((reason) => failures[reason]);
    return [day, ...counts, sum(counts)];
  }),
});

/** With one decimal; 0 while there are no accounts. */
const percentOf = ({ users, accounts }: AnalyticsDay["twoFactor"]): number =>
  accounts === 0 ? 0 : Math.round((users / accounts) * 1000) / 10;

export const adoptionPoints = ({ days }: Analytics): Point[] =>
  days.map(({ day, twoFactor }) => ({ day, "With 2FA": percentOf(twoFactor) }));

export const adoptionTable = ({ days }: Analytics): Table => ({
  columns: ["Day", "Users with 2FA", "Verified accounts", "Percent"],
  newestFirst: true,
  rows: days.map(({ day, twoFactor }) => [day, twoFactor.users, twoFactor.accounts, percentOf(twoFactor)]),
});

/** What an application did in all of the days. */
export interface ApplicationTotal {
  id: string;
  name: string;
  tokens: number;
  consents: number;
}

/** The applications with the most tokens first. */
export function applicationTotals({ days, applications }: Analytics): ApplicationTotal[] {
  const totals = new Map(
    applications.map(({ id, name }) => [id, { id, name: name ?? "Deleted application", tokens: 0, consents: 0 }]),
  );
  for (const { id, tokens, consents } of days.flatMap((day) => day.applications)) {
    const total = totals.get(id);
    if (total) totals.set(id, { ...total, tokens: total.tokens + tokens, consents: total.consents + consents });
  }
  return [...totals.values()].toSorted((a, b) => b.tokens - a.tokens || b.consents - a.consents);
}

export const applicationTable = (figures: Analytics): Table => ({
  columns: ["Application", "Client ID", "Tokens", "Consents"],
  rows: applicationTotals(figures).map(({ id, name, tokens, consents }) => [name, id, tokens, consents]),
});
