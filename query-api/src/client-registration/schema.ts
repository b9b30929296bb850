import { z } from "zod";

/** Never the token itself. `state`: `no-admin` if its maker has stopped being an active admin since, or has ended the API keys to secure the account. */
export const initialAccessTokens = z.strictObject({
  initialAccessTokens: z.array(
    z.strictObject({
      id: z.uuid(),
      /** Null if the account of its maker was erased. */
      label: z.string().nullable(),
      madeAt: z.iso.datetime(),
      /** The username is null if the account is gone. */
      madeBy: z.strictObject({ id: z.uuid(), username: z.string().nullable() }),
      expiresAt: z.iso.datetime(),
      uses: z.int(),
      used: z.int(),
      state: z.enum(["open", "used", "expired", "revoked", "no-admin"]),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export type InitialAccessToken = z.infer<typeof initialAccessTokens>["initialAccessTokens"][number];
