import { z } from "zod";

/** Schemas of the figures for admins. */

const count = z.int().nonnegative();
const day = z.iso.date();

/** How often something was refused on a day, by reason. */
export const failures = z
  .strictObject({
    "wrong-password": count,
    "wrong-password-step-up": count,
    "wrong-password-change": count,
    "wrong-code": count,
    "wrong-email-code": count,
    "copied-key": count,
    "attempts-locked": count,
    "codes-locked": count,
  })
  .meta({ id: "Failures" });

/** One day of UTC. `twoFactor`: at the end of the day, of the accounts whose address is verified. */
export const analyticsDay = z
  .strictObject({
    day,
    signUps: count,
    signIns: count,
    activeUsers: count,
    failures,
    twoFactor: z.strictObject({ users: count, accounts: count }),
    applications: z.array(z.strictObject({ id: z.uuid(), tokens: count, consents: count })),
  })
  .meta({ id: "AnalyticsDay" });
export type AnalyticsDay = z.infer<typeof analyticsDay>;

/**
 * `weeks`: the ISO weeks, and `months`: the months that the days belong to. Their figures are of the whole week or month. `starts`: its
 * first day. `applications`: those that any of the days names. `name`: null if it was deleted.
 */
export const analytics = z.strictObject({
  from: day,
  to: day,
  days: z.array(analyticsDay),
  weeks: z.array(z.strictObject({ week: z.string(), starts: day, activeUsers: count })),
  months: z.array(z.strictObject({ month: z.string(), starts: day, activeUsers: count })),
  applications: z.array(z.strictObject({ id: z.uuid(), name: z.string().nullable() })),
});
export type Analytics = z.infer<typeof analytics>;
