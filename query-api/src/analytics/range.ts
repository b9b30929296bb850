import { dayOf } from "@attestory/projections/read-models/periods.ts";
import { z } from "zod";

const dayMs = 86_400_000;
const mostDays = 400;
const defaultDays = 30;

const day = z.iso
  .date("Use a date such as 2026-11-23")
  .regex(/^2\d{3}-/, "Use a date from 2000-01-01 to 2999-12-31")
  .optional();

/** The first and the last day, both included. */
export interface DayRange {
  from: string;
  to: string;
}

interface Given {
  from?: string | undefined;
  to?: string | undefined;
}

const before = (at: string, days: number): string => dayOf(new Date(Date.parse(at) - days * dayMs));

/** By default, the range ends today and has thirty days. */
function rangeOf({ from, to }: Given, today: string): DayRange {
  const last = to ?? today;
  return { from: from ?? before(last, defaultDays - 1), to: last };
}

/** The query parameters of a range: days of UTC. */
export const rangeQuery = (today: () => string) =>
  z
    .strictObject({
      from: day.describe("Such as 2026-11-23; by default, to and the 29 days before it"),
      to: day.describe("At most 400 days from the first one; today by default"),
    })
    .superRefine((given, context) => {
      // What is no date is refused already.
      if (context.issues.length > 0) return;
      const fault = faultOf(rangeOf(given, today()));
      if (fault) context.addIssue({ code: "custom", message: fault, path: ["from"], input: given });
    })
    .transform((given) => rangeOf(given, today()));

function faultOf({ from, to }: DayRange): string | null {
  if (from > to) return "Use a first day that is not after the last one";
  return from <= before(to, mostDays) ? `Use at most ${mostDays} days` : null;
}
