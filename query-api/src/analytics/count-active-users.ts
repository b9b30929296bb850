import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@attestory/event-store/clock.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import {
  activeUsers,
  countUsers,
  dayPeriod,
  keysOfPeriod,
  monthPeriod,
  weekPeriod,
} from "@attestory/projections/read-models/active-users.ts";
import { dayOf, daysBetween, mondayOf, monthOf, weekOf } from "@attestory/projections/read-models/periods.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { LRUCache } from "lru-cache";
import type { DayRange } from "./range.ts";
import type { Analytics } from "./schema.ts";

const dayMs = 86_400_000;
/** More than the days, weeks and months of ten years. */
const mostPeriods = 5000;

/** Days, weeks and months with their distinct users. */
export interface ActiveUsers {
  byDay: ReadonlyMap<string, number>;
  weeks: Analytics["weeks"];
  months: Analytics["months"];
}

/** A period of time, in milliseconds since the epoch. */
interface Period {
  name: string;
  startsAt: number;
  endsAt: number;
}

/**
 * Counts the distinct users of the days of a range, and of the weeks and months they belong to. A count is kept once its period is over by
 * the clock of every process: a rebuild of the same projection gives the same documents. The caller has checked that the projection is not
 * behind.
 */
export function activeUserCounts(store: Pick<ReadStore, "getMany">, now: Clock) {
  const final = new LRUCache<string, number>({ max: mostPeriods });

  const count = async ({ name, startsAt, endsAt }: Period): Promise<number> => {
    // Nothing to read, which could not be kept either. The clock of another process may be ahead.
    if (startsAt > now().getTime() + maxClockSkewMs) return 0;
    const known = final.get(name);
    if (known !== undefined) return known;
    const isFinal = endsAt + maxClockSkewMs < now().getTime();
    const found = countUsers((await store.getMany(activeUsers, keysOfPeriod(name))).values());
    if (isFinal) final.set(name, found);
    // The embedded store answers without a turn of the event loop.
    await nextTurn();
    return found;
  };

  return async ({ from, to }: DayRange): Promise<ActiveUsers> => {
    const days = daysBetween(from, to);
    const byDay = new Map<string, number>();
    for (const day of days) byDay.set(day, await count(periodOf(dayPeriod(day), day, 1)));
    const weeks: Analytics["weeks"] = [];
    for (const { week, starts } of weeksOf(days)) {
      weeks.push({ week, starts, activeUsers: await count(periodOf(weekPeriod(week), starts, 7)) });
    }
    const months: Analytics["months"] = [];
    for (const { month, starts } of monthsOf(days)) {
      months.push({ month, starts, activeUsers: await count(periodOf(monthPeriod(month), starts, 31)) });
    }
    return { byDay, weeks, months };
  };
}

function periodOf(name: string, first: string, days: number): Period {
  const startsAt = Date.parse(first);
  return { name, startsAt, endsAt: startsAt + days * dayMs };
}

function weeksOf(days: readonly string[]) {
  const starts = [...new Set(days.map((day) => dayOf(mondayOf(new Date(day)))))];
  return starts.map((monday) => ({ week: weekOf(new Date(monday)), starts: monday }));
}

function monthsOf(days: readonly string[]) {
  const months = [...new Set(days.map((day) => monthOf(new Date(day))))];
  return months.map((month) => ({ month, starts: `${month}-01` }));
}
