import { z } from "zod";

/** Schemas of the deletions of accounts, for admins. */

const at = z.iso.datetime().nullable();

/** A person who wants to be erased, or was. Of whom was erased, nothing is left but the random id. */
const erasure = z
  .strictObject({
    userId: z.uuid(),
    account: z
      .strictObject({ email: z.string(), username: z.string() })
      .nullable()
      .describe("Null once the erasure has started"),
    requestedAt: at.describe("When the owner asked for it; null if the owner did not ask"),
    dueAt: at.describe("When it is due, if the owner asked for it"),
    startedAt: at.describe("From when on nobody could take it back; null until then, as is `reason`"),
    reason: z
      .enum(["own", "requested", "legal", "misuse", "test", "restored"])
      .nullable()
      .describe(
        "own: the owner deleted the account; restored: a backup had it from before it was erased; the others: an admin erased it",
      ),
    erasedBy: z.uuid().nullable().describe("The id of that admin"),
    erasedAt: at,
    receipt: z
      .string()
      .nullable()
      .describe(
        "STREAM@VERSION of the receipt in the log, for GET /api/admin/integrity/proof; null until there is one",
      ),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof erasure>;
export const erasures = z.strictObject({ erasures: z.array(erasure), nextCursor: z.string().nullable() });
