import { z } from "zod";

/** The username is null if the account is gone. */
const admin = z.strictObject({ id: z.uuid(), username: z.string().nullable() });

/** `state`: `no-admin` if the admin who allowed it has stopped being an active one since. It counts no more, as one that was removed. */
export const clientSources = z.strictObject({
  clientSources: z.array(
    z.strictObject({
      id: z.uuid(),
      urlPrefix: z.string(),
      allowedAt: z.iso.datetime(),
      allowedBy: admin,
      /** Null unless it was removed. */
      removed: z.strictObject({ at: z.iso.datetime(), by: admin }).nullable(),
      state: z.enum(["allowed", "removed", "no-admin"]),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export type ClientSource = z.infer<typeof clientSources>["clientSources"][number];
