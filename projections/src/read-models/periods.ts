/** Days, ISO weeks and months of UTC, as texts that sort by time. */

const dayMs = 86_400_000;

interface Periods {
  day: string;
  week: string;
  month: string;
}

/** By number of the day. Making the texts of a day takes longer than most of what an event does. */
const known = new Map<number, Periods>();
const mostKnown = 5000;

function periodsOf(at: Date): Periods {
  const number = Math.floor(at.getTime() / dayMs);
  const before = known.get(number);
  if (before) return before;
  const day = at.toISOString().slice(0, 10);
  const periods = { day, week: weekAt(at), month: day.slice(0, 7) };
  if (known.size >= mostKnown) known.clear();
  known.set(number, periods);
  return periods;
}

/** `2026-11-23`. */
export const dayOf = (at: Date): string => periodsOf(at).day;

/** `2026-11`. */
export const monthOf = (at: Date): string => periodsOf(at).month;

/** `2026-W48`, by ISO 8601: weeks begin on Monday, and a week belongs to the year of its Thursday. */
export const weekOf = (at: Date): string => periodsOf(at).week;

function weekAt(at: Date): string {
  const thursday = new Date(mondayOf(at).getTime() + 3 * dayMs);
  const firstOfYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - firstOfYear) / dayMs / 7) + 1;
  return `${thursday.toISOString().slice(0, 4)}-W${String(week).padStart(2, "0")}`;
}

/** The Monday on which the week begins, at 00:00. */
export function mondayOf(at: Date): Date {
  const midnight = Math.floor(at.getTime() / dayMs) * dayMs;
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(midnight - daysSinceMonday * dayMs);
}

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) days.push(dayOf(new Date(at)));
  return days;
}
