import { z } from "zod";

/** Schemas of what developers see of their applications' calls. */

export const clientCallParams = z.strictObject({ id: z.uuid("This is not the id of an application") });

/** A failed call of an application. A value that may be secret is null on both sides. */
export const clientCall = z
  .strictObject({
    id: z.uuid(),
    time: z.iso.datetime(),
    endpoint: z.enum(["authorize", "token", "end_session", "backchannel_logout", "device_authorization", "par"]),
    outcome: z.literal("failed"),
    error: z.string(),
    description: z.string(),
    differences: z.array(
      z.strictObject({ parameter: z.string(), expected: z.string().nullable(), received: z.string().nullable() }),
    ),
  })
  .meta({ id: "FailedCall" });
export type ClientCall = z.infer<typeof clientCall>;

/**
 * `couldUsePkce`: the application got its newest code without PKCE. `signIns`: of the last sign-ins by a browser, at most 20, how many used
 * PKCE and how many were pushed (RFC 9126).
 */
export const clientCalls = z.strictObject({
  requests: z.array(clientCall),
  nextCursor: z.string().nullable(),
  couldUsePkce: z.boolean(),
  signIns: z.strictObject({ count: z.int(), withPkce: z.int(), pushed: z.int() }),
});
