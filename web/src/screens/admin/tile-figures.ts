import type { AdminStats } from "@attestory/query-api/admin/schema.ts";
import type { Analytics } from "@attestory/query-api/analytics/schema.ts";

type Days = Analytics["days"];

/** What a tile shows under its figure. The line has a figure for each day until yesterday; null if there is none. */
export interface TileDetails {
  about: string;
  line: readonly number[] | null;
}

type Tile = "totalUsers" | "twoFactorUsers" | "dailyLogins";
type Known = { stats: AdminStats | undefined; days: Days | undefined };

const figure = new Intl.NumberFormat("en");
const daysOfWeek = 7;

/** Null while nobody has an account: there is no share of nothing. */
const shareOf = ({ twoFactorUsers, totalUsers }: AdminStats): number | null =>
  totalUsers > 0 ? Math.round((100 * twoFactorUsers) / totalUsers) : null;

/** Accounts also end, so that sign-ups are not how many more there are. */
function signUpsOf(days: Days): string {
  const count = days.reduce((all, { signUps }) => all + signUps, 0);
  return `${count === 0 ? "nobody" : figure.format(count)} signed up in ${days.length} days`;
}

/** Of the whole day: today is not over yet. */
function lastWeekOf(days: Days): string | null {
  const then = days.at(-1 - daysOfWeek);
  return then ? `${figure.format(then.signIns)} on the same day last week` : null;
}

/** After each day, how many it and the ones before are together. */
const sumsOf = (figures: readonly number[]): number[] =>
  figures.map((_, at) => figures.slice(0, at + 1).reduce((sum, one) => sum + one, 0));

/** What is known so far. The texts without the days are as long as a line too, so that nothing moves when the days arrive. */
export function tileDetails({ stats, days }: Known): Record<Tile, TileDetails> {
  const share = stats ? shareOf(stats) : null;
  // Today is not over yet.
  const over = days?.slice(0, -1);
  const lineOf = (each: (day: Days[number]) => number) => over?.map(each) ?? null;
  return {
    totalUsers: {
      about: days ? signUpsOf(days) : "with the ones not verified yet",
      line: over ? sumsOf(over.map(({ signUps }) => signUps)) : null,
    },
    twoFactorUsers: {
      about: share === null ? "of all users" : `${share} % of all users`,
      line: lineOf(({ twoFactor }) => twoFactor.users),
    },
    dailyLogins: {
      about: (days && lastWeekOf(days)) ?? "since 00:00 UTC",
      line: lineOf(({ signIns }) => signIns),
    },
  };
}

/** The points of an SVG polyline from the left to the right edge; the highest figure is at the top, the lowest at the foot. */
export function pointsOf(figures: readonly number[], { width, height }: { width: number; height: number }): string {
  const [lowest, highest] = [Math.min(...figures), Math.max(...figures)];
  const step = width / Math.max(1, figures.length - 1);
  // A line on which nothing changes lies at the foot.
  const yOf = (at: number) => height - ((at - lowest) / Math.max(1, highest - lowest)) * height;
  return figures.map((at, day) => `${rounded(day * step)},${rounded(yOf(at))}`).join(" ");
}

const rounded = (length: number): number => Math.round(length * 100) / 100;
