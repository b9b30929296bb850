import { z } from "zod";

/** Schemas of the endpoint for pushed requests. */

/** RFC 9126 section 2.1: the parameters of a request for authorization, and those by which an application proves who it is. */
export const pushedParameters = z
  .object({
    client_id: z.string().optional().describe("The id of the application"),
    client_secret: z
      .string()
      .optional()
      .describe("Unless the application authenticates by Basic or by its keys, or is public"),
    client_assertion: z.string().optional().describe("As at the token endpoint"),
    client_assertion_type: z.string().optional().describe("As at the token endpoint"),
  })
  .catchall(z.string())
  .meta({ id: "PushedRequest" });

/** RFC 9126 section 2.2. `expires_in`: in seconds. */
export const pushedAnswer = z
  .strictObject({ request_uri: z.string(), expires_in: z.int() })
  .meta({ id: "PushedRequestAnswer" });
