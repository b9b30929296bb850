import { z } from "zod";

export const clientSources = z.strictObject({
  clientSources: z.array(
    z.strictObject({
      id: z.uuid(),
      urlPrefix: z.string(),
      allowedAt: z.iso.datetime(),
      /** The username is null if the account is gone. */
      allowedBy: z.strictObject({ id: z.uuid(), username: z.string().nullable() }),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export type ClientSource = z.infer<typeof clientSources>["clientSources"][number];
