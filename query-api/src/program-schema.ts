import { z } from "zod";

/** Schemas of the calls of programs, by API key. `api-schema.ts` exports them: it depends on nothing but zod. */

const flag = z.boolean().nullable();

/** A user as an API key may see them. Null: not set, or nothing that the user allowed an application to see. */
export const listedUser = z
  .strictObject({
    id: z.uuid(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    isAdmin: flag,
    isDeveloper: flag,
    isPro: flag,
    isActive: z.boolean(),
    twoFactorEnabled: flag,
    emailVerified: flag,
  })
  .meta({ id: "ListedUser" });
export type ListedUser = z.infer<typeof listedUser>;
export const listedUsers = z.strictObject({ users: z.array(listedUser), nextCursor: z.string().nullable() });

/** Of accounts that a user's API keys create. `used`: in 24 hours. `lapsed`: ended unconfirmed in 30 days. `resumesAt`: null if none is to wait. */
export const invitationBudget = z
  .strictObject({
    limit: z.int(),
    used: z.int(),
    lapsed: z.int(),
    resumesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "InvitationBudget" });
export type InvitationBudget = z.infer<typeof invitationBudget>;

/** Each part is `ok`, or why it is not. `lagSeconds`: null until the read models were once up to date. */
export const systemHealth = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    eventLog: z.string(),
    readStore: z.string(),
    jobs: z.string(),
    lagSeconds: z.number().nullable(),
  })
  .meta({ id: "SystemHealth" });
