import { z } from "zod";

/** What can sign the user in. `hardwareKeys`: how many, passkeys among them. */
export const waysIn = z.strictObject({ hasPassword: z.boolean(), hardwareKeys: z.int() });

export const hardwareKey = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    /** When the key last signed in or confirmed a session; null if it never did. */
    lastUsed: z.iso.datetime().nullable(),
  })
  .meta({ id: "HardwareKey" });
export type HardwareKey = z.infer<typeof hardwareKey>;

export const hardwareKeys = z.strictObject({ hardwareKeys: z.array(hardwareKey) });
