import { z } from "zod";
import { linkToken } from "../accounts/schema.ts";

/** The answer to a request: from then on, only `keepToken`, the link of the email, or a sign-in keeps the account. */
export const requestedErasure = z
  .strictObject({ message: z.string(), erasesAt: z.iso.datetime(), keepToken: z.string() })
  .meta({ id: "RequestedErasure" });

export const keptAccount = z.strictObject({
  token: linkToken
    .max(300)
    .describe("From the link of the email, the `keepToken` of the request, or the `erasureTicket` of a sign-in"),
});

export const endedGrace = z.strictObject({
  erasureTicket: z
    .string("Please sign in again")
    .min(1, "Please sign in again")
    .max(300, "Please sign in again")
    .describe("Of a sign-in; valid for 15 minutes"),
});

/** Why an admin erases an account. A closed list: a text could name the person, in a log that keeps everything. */
export const adminErasure = z.strictObject({
  reason: z
    .enum(["requested", "legal", "misuse", "test"])
    .default("requested")
    .describe(
      "requested: the person asked for it; legal: the law demands it; misuse: the account was misused; test: it was made to try the service",
    ),
});
