import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";
import { activityEntry } from "../activity/schema.ts";
import { invitationBudget } from "../api-keys/schema.ts";
import { hardwareKey } from "../hardware-keys/schema.ts";
import { session } from "../sign-in/schema.ts";

/** Schemas of the calls of admins. */

/** An account as admins see it. Null: never signed in; nobody asked for its deletion. */
export const adminUser = z
  .strictObject({
    ...user.shape,
    registeredAt: z.iso.datetime(),
    lastSignInAt: z.iso.datetime().nullable(),
    /** When it is erased, because its owner asked for it. Until then it is shut. */
    erasesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Account" });
export type AdminUser = z.infer<typeof adminUser>;
/**
 * A page of a search may be empty and yet have a next one: a call looks at a limited number of accounts. `matches`: how many a search or a
 * filter finds, with its first page; not exact where there may be more.
 */
export const adminUsers = z.strictObject({
  users: z.array(adminUser),
  matches: z.strictObject({ count: z.int(), isExact: z.boolean() }).nullable(),
  nextCursor: z.string().nullable(),
});
export type AdminUsers = z.infer<typeof adminUsers>;

export const accountSorts = ["newest", "oldest", "email", "username", "name"] as const;
export const accountStatuses = ["active", "inactive", "unverified"] as const;
export const accountRoles = ["admin", "developer", "pro"] as const;

/** More about an account. Times are ISO 8601; null: it never happened. */
const adminAccount = z
  .strictObject({
    emailVerifiedAt: z.iso.datetime().nullable(),
    passwordChangedAt: z.iso.datetime().nullable(),
    hasPassword: z.boolean(),
    /** Another address that was asked for. */
    pendingEmail: z.string().nullable(),
    /** The user whose API key created it. */
    createdBy: z.uuid().nullable(),
    hardwareKeys: z.array(hardwareKey),
    invitations: invitationBudget,
  })
  .meta({ id: "AccountDetails" });
export type AdminAccount = z.infer<typeof adminAccount>;
export const adminUserParams = z.strictObject({ id: z.uuid("This is no user's id") });
export const adminUserAnswer = z.strictObject({ user: adminUser, account: adminAccount });

export const adminUserSessions = z.strictObject({
  sessions: z.array(session.omit({ isCurrent: true })),
  nextCursor: z.string().nullable(),
});

/** `event`: the type in the log. The words are those that the owner reads. */
export const adminUserEvents = z.strictObject({
  events: z.array(activityEntry.omit({ isCurrent: true, canDisown: true }).extend({ event: z.string() })),
  nextCursor: z.string().nullable(),
});

/** Why something fails while the process goes on, and what its settings lack. `part`: its name in GET /health/ready, or `proxy`. */
export const adminNotices = z.strictObject({
  notices: z.array(z.strictObject({ part: z.string(), reason: z.string() })),
});

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
