import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/**
 * Events of the erasure of a person. The first four are of `user-<id>`; then those of `erasure-<person id>`, of `erasureReceipt-<receipt id>`,
 * and of the streams in which workers keep how far they are.
 */

/** How long a person can take back that their account is to be erased. */
const graceDays = 14;
export const graceMs = graceDays * 86_400_000;

/** `own`: the owner asked, and the grace is over or was ended; `restored`: a backup had the person from before. The others: an admin erased it. */
export const erasureReason = z.enum(["own", "requested", "legal", "misuse", "test", "restored"]);
export type ErasureReason = z.infer<typeof erasureReason>;

/** The owner asked for the erasure. The account is shut at once: everything that signs in ends. The data stays until `erasesAt`. */
export const erasureRequested = defineEvent(
  "ErasureRequested",
  1,
  z.object({ userId: z.uuid(), erasesAt: z.iso.datetime() }),
);

/** The account is open again. What had ended stays ended. `requestId`: the id of `ErasureRequested`. */
export const erasureCancelled = defineEvent("ErasureCancelled", 1, z.object({ userId: z.uuid(), requestId: z.uuid() }));

/** From here on the erasure is only ever finished. `requestId`: null if no request of the owner was open. */
export const erasureStarted = defineEvent(
  "ErasureStarted",
  1,
  z.object({ userId: z.uuid(), requestId: z.uuid().nullable(), receiptId: z.uuid(), reason: erasureReason }),
);

/** The receipt: nobody can read the person's data any more. `startedAt`: when the erasure could no longer be taken back. */
export const personErased = defineEvent(
  "PersonErased",
  1,
  z.object({
    userId: z.uuid(),
    receiptId: z.uuid(),
    reason: erasureReason,
    requestedAt: z.iso.datetime().nullable(),
    startedAt: z.iso.datetime(),
  }),
);

/** The vault has destroyed the person's key. Every process forgets its copy when it reads this. */
export const personKeyDestroyed = defineEvent("PersonKeyDestroyed", 1, z.object({ personId: z.uuid() }));

/**
 * Where the receipt is sent. Encrypted with a key of its own, that of the person `receiptId`, which outlives the person's key only until the
 * email was sent or given up.
 */
export const erasureReceiptAddressed = defineEvent(
  "ErasureReceiptAddressed",
  1,
  z.object({ receiptId: z.uuid(), email: personal(z.string()) }),
);

/** Everyone whom a worker had to erase because of an event up to `position` is erased. */
export const erasuresProgressed = defineEvent(
  "ErasuresProgressed",
  1,
  z.object({ position: z.string().regex(/^\d+$/) }),
);

/** Those of `user-<id>`. */
export const accountErasureEvents = [erasureRequested, erasureCancelled, erasureStarted, personErased] as const;
export const receiptEvents = [erasureReceiptAddressed] as const;
export const erasureEvents = [personKeyDestroyed, erasuresProgressed] as const;
export type ReceiptEvent = EventOf<(typeof receiptEvents)[number]>;
export type ErasuresProgressed = EventOf<typeof erasuresProgressed>;
