import { z } from "zod";

/** Schema of what admins see of signing keys. */

const time = z.iso.datetime();

export const keptSigningKeys = z.strictObject({
  keys: z.array(
    z
      .strictObject({
        id: z.string().describe("The kid of tokens and of the JWKS"),
        algorithm: z.enum(["RS256", "ES256"]),
        state: z.enum(["next", "current", "previous", "retired", "withdrawn"]),
        isPublished: z.boolean().describe("Whether the JWKS has it"),
        createdAt: time.describe("Published since then"),
        maySignAt: time.describe("From then on, a planned rotation lets it sign"),
        signsSince: time.nullable(),
        replacedAt: time.nullable(),
        leavesAt: time
          .nullable()
          .describe("When it leaves the JWKS, or left it; null for one that has not been replaced"),
      })
      .meta({ id: "SigningKey" }),
  ),
});
