import { z } from "zod";

/** Schemas of the calls about where Client ID Metadata Documents may come from. */

const prefixText = "Enter a host, or the beginning of an address up to a slash";

export const clientSourceCreation = z.strictObject({
  address: z
    .string(prefixText)
    .trim()
    .min(1, prefixText)
    .max(300, "Use at most 300 characters")
    .describe("A host, such as tools.example, or the beginning of an address, such as https://tools.example/clients/"),
});
export const clientSourceAllowed = z.strictObject({
  clientSource: z.strictObject({ id: z.uuid(), urlPrefix: z.string() }),
});
export const clientSourceParams = z.strictObject({
  id: z.uuid("This is not the id of a client source").toLowerCase(),
});
