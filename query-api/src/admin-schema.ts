import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";

/** Schemas of the calls of admins. `api-schema.ts` exports them: it depends on nothing but zod. */

/** An account as admins see it. */
export const adminUser = z.strictObject({ ...user.shape, registeredAt: z.iso.datetime() });
export type AdminUser = z.infer<typeof adminUser>;
/** A page of a search may be empty and yet have a next one: a call looks at a limited number of accounts. */
export const adminUsers = z.strictObject({ users: z.array(adminUser), nextCursor: z.string().nullable() });

export const accountSorts = ["newest", "oldest", "email", "username", "name"] as const;
export const accountStatuses = ["active", "inactive", "unverified"] as const;
export const accountRoles = ["admin", "developer", "pro"] as const;

export const adminStats = z.strictObject({
  stats: z.strictObject({
    totalUsers: z.int(),
    twoFactorUsers: z.int(),
    applications: z.int(),
    /** Successful sign-ins since 00:00 UTC. */
    dailyLogins: z.int(),
  }),
});
export type AdminStats = z.infer<typeof adminStats>["stats"];
