import { z } from "zod";

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
