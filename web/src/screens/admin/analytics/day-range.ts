const dayMs = 86_400_000;
const mostDays = 400;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Days of UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The ranges to choose from, all of which end today. */
export const lengths = [
  { days: 7, name: "7 days" },
  { days: 30, name: "30 days" },
  { days: 90, name: "90 days" },
  { days: 365, name: "1 year" },
] as const;
const defaultDays = 30;

const dayAt = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/** The last days, today included. */
export const lastDays = (days: number, now: Date): DayRange => ({
  from: dayAt(now.getTime() - (days - 1) * dayMs),
  to: dayAt(now.getTime()),
});

/** The range that the address names, or the default one. */
export function rangeIn(search: string, now: Date): DayRange {
  const query = new URLSearchParams(search);
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  return date.test(from) && date.test(to) ? { from, to } : lastDays(defaultDays, now);
}

export const daysIn = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** As many days, until the day before it. */
export function rangeBefore(range: DayRange): DayRange {
  const first = Date.parse(range.from);
  return { from: dayAt(first - daysIn(range) * dayMs), to: dayAt(first - dayMs) };
}

/** What is wrong with a range; null if nothing is. */
export function rangeFault(range: DayRange): string | null {
  const days = daysIn(range);
  if (Number.isNaN(days)) return "Give both days";
  if (days < 1) return "The first day is after the last one";
  return days > mostDays ? `At most ${mostDays} days can be shown at once` : null;
}

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const long = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "9 Nov". */
export const shortDay = (day: string): string => short.format(new Date(day));
/** "9 Nov 2026". */
export const longDay = (day: string): string => long.format(new Date(day));
