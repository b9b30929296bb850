import { z } from "zod";

/** `left`: how many still work. `issuedAt`: null if there never were any. */
export const recoveryCodesLeft = z
  .strictObject({ left: z.int(), issuedAt: z.iso.datetime().nullable() })
  .meta({ id: "RecoveryCodesLeft" });

/** A trusted browser, which is not asked for a second factor. */
export const trustedDevice = z
  .strictObject({
    id: z.uuid(),
    /** In words, as in `session`. */
    device: z.string(),
    location: z.string().nullable(),
    trustedAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: "TrustedDevice" });
export type TrustedDevice = z.infer<typeof trustedDevice>;

export const trustedDevices = z.array(trustedDevice);
