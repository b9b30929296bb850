import type { Activity } from "@attestory/query-api/activity/schema.ts";
import { daysBetween } from "../../parts/moments.ts";

export interface ActivityDay {
  /** In the reader's own time: "Today", "Yesterday", "Wednesday, 18 November", with the year if it is another one. */
  title: string;
  entries: Activity[];
}

function titleOf(instant: Date, now: Date): string {
  const ago = daysBetween(instant, now);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const weekday = instant.toLocaleDateString("en-GB", { weekday: "long" });
  const date = instant.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  const year = instant.getFullYear();
  return `${weekday}, ${date}${year === now.getFullYear() ? "" : ` ${year}`}`;
}

/** Groups entries, newest first, by the day on which they happened. */
export function byDay(entries: readonly Activity[], now: Date): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const entry of entries) {
    const title = titleOf(new Date(entry.time), now);
    const last = days.at(-1);
    if (last?.title === title) last.entries.push(entry);
    else days.push({ title, entries: [entry] });
  }
  return days;
}
