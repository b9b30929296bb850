import type { Chance } from "../populate/seeded-bytes.ts";

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
export const minuteMs = 60_000;

/** The last thing of the history happened so long before now. */
const quietMs = 2 * minuteMs;

/** Something that happens at a time, in milliseconds since the epoch. */
export interface Scene {
  at: number;
  /** Who is in it, if it may be played beside those of others. */
  who?: string;
  play(): Promise<unknown>;
}

/** The days of the history: the last one is today and ends now. Days are those of UTC, as in the charts. */
export interface Calendar {
  days: number;
  startsAt: number;
  /** A time of this day: 0 is the first one. Nothing happens after now: of today, the hours that have passed are used. */
  on(day: number, hour: number): number;
  /** An hour at which people are awake. */
  some(day: number, chance: Chance): number;
  isWeekend(day: number): boolean;
  /** How much of a day is over: 1 but for today. */
  passed(day: number): number;
}

export function calendar(now: number, days: number): Calendar {
  const today = Math.floor(now / dayMs) * dayMs;
  const midnight = (day: number) => today - (days - 1 - day) * dayMs;
  const passedMs = Math.max(0, now - quietMs - today);
  const isToday = (day: number) => day === days - 1;
  const on = (day: number, hour: number) => midnight(day) + (isToday(day) ? (passedMs * hour) / 24 : hour * hourMs);
  return {
    days,
    startsAt: midnight(0),
    on,
    some: (day, chance) => on(day, 6 + chance.fraction() * 16),
    isWeekend: (day) => [0, 6].includes(new Date(midnight(day)).getUTCDay()),
    passed: (day) => (isToday(day) ? passedMs / dayMs : 1),
  };
}
