import { z } from "zod";

/** Schema of the rotation of signing keys. The web app imports this file too, so it may depend on nothing but zod. */

export const keyRotation = z.strictObject({
  reason: z
    .enum(["planned", "urgent", "compromised"], "Send planned, urgent or compromised")
    .describe(
      "planned waits until the next keys have been published for a day; urgent does not; compromised also withdraws all keys before",
    ),
});
