import { calendarDate } from "../../parts/moments.ts";

const format = (at: string, timeZone?: string) =>
  new Date(at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", ...(timeZone && { timeZone }) });

const inUtc = (at: string) => `${format(at, "UTC")} UTC`;

/** "9 November 2026 at 14:02", in the reader's own time, with the time in UTC on hover. */
export const DayAndTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={inUtc(at)} className="whitespace-nowrap">
    {format(at)}
  </time>
);

/** "9 Nov 2026". */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={inUtc(at)}>
    {calendarDate(new Date(at))}
  </time>
);
