import { z } from "zod";
import { defineEvent } from "./define-event.ts";

/** The account has no password any more: its owner signs in with a passkey. Ends every session except `keptSession`. */
export const passwordRemoved = defineEvent(
  "PasswordRemoved",
  1,
  z.object({ userId: z.uuid(), keptSession: z.uuid().nullable() }),
);

export const passwordEvents = [passwordRemoved] as const;
