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
