const day = 86_400;
const month = 30 * day;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The calendar days from one instant to another in the reader's time zone, where a day may have 23 or 25 hours. */
export function daysBetween(from: Date, to: Date): number {
  const dayOf = (instant: Date) => Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate());
  return Math.round((dayOf(to) - dayOf(from)) / 1000 / day);
}

/** "now", "5 minutes ago"; from a day on by the calendar: "yesterday"; from a month on the date: "9 Nov 2026". */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 60) return "now";
  if (distance < 3600) return relative.format(Math.trunc(seconds / 60), "minute");
  if (distance < day) return relative.format(Math.trunc(seconds / 3600), "hour");
  return distance < month ? relative.format(daysBetween(now, instant), "day") : calendarDate(instant);
}

/** "9 Nov 2026". */
export function calendarDate(instant: Date): string {
  return instant.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** "9 Nov 2026, 14:02:31", in the reader's own time. */
export function exactTime(instant: Date): string {
  return `${calendarDate(instant)}, ${instant.toLocaleTimeString("en-GB", { hourCycle: "h23" })}`;
}
