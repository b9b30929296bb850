const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const month = 30 * 86_400;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "now", "5 minutes ago", "yesterday"; from a month on the date: "9 Nov 2026". */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) >= month) return calendarDate(instant);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : "now";
}

/** "9 Nov 2026". */
export function calendarDate(instant: Date): string {
  return instant.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** "9 Nov 2026, 14:02:31", in the reader's own time. */
export function exactTime(instant: Date): string {
  return `${calendarDate(instant)}, ${instant.toLocaleTimeString("en-GB", { hourCycle: "h23" })}`;
}
