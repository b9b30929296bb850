import { z } from "zod";

/** The API schemas import this file, so it may import nothing but zod. */

/** An API that an application asks for, as its user reads it. `name`: of the application whose API it is. */
export const shownApi = z
  .strictObject({
    name: z.string(),
    resource: z.string(),
    scopes: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        isAllowed: z.boolean().describe("The user has allowed it before, in these words"),
      }),
    ),
    digest: z.string().describe("Of all this, to be sent with the answer"),
  })
  .meta({ id: "AskedApi" });

/** Sent with a user's answer. */
export const apiDigest = z
  .string("This must be text")
  .regex(/^[A-Za-z0-9_-]{43}$/, "This is not the digest of an API")
  .meta({ examples: ["2jmj7l5rSw0yVb_vlWAYkK_YBwk2jmj7l5rSw0yVb_v"] })
  .describe("The digest of the API that the user saw; without it, the API is allowed as it is now");
