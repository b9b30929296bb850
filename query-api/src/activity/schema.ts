import { z } from "zod";

/** Schemas of the timeline. */

/** What an entry of the timeline is about. */
export const activityTypes = [
  "sign-in",
  "attempt",
  "password",
  "second-factor",
  "hardware-key",
  "address",
  "application",
  "account",
] as const;

/** One event of the account, as its owner may see it. */
export const activityEntry = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(activityTypes),
    sentence: z.string(),
    detail: z.string().nullable(),
    time: z.iso.datetime(),
    /** In words: "Firefox on Linux". Null if the service itself acted. */
    device: z.string().nullable(),
    /** The network of the address, or "This machine"; null if unknown. */
    network: z.string().nullable(),
    sessionId: z.uuid().nullable(),
    /** Whether this session caused it. */
    isCurrent: z.boolean(),
    /** Whether the owner may answer "this wasn't me". */
    canDisown: z.boolean(),
  })
  .meta({ id: "ActivityEntry" });
export type Activity = z.infer<typeof activityEntry>;
export const activityAnswer = z.strictObject({ activity: z.array(activityEntry), nextCursor: z.string().nullable() });
