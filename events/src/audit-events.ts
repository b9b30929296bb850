import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `audit-<user id>`: what a person was shown. */

export const clientSecretsRevealed = defineEvent(
  "ClientSecretsRevealed",
  1,
  z.object({ userId: z.uuid(), applicationIds: z.array(z.uuid()) }),
);

/** An admin takes a backup of every event up to this position. */
export const exportTaken = defineEvent(
  "ExportTaken",
  1,
  z.object({ userId: z.uuid(), position: z.string().regex(/^\d+$/) }),
);

/** The person takes a copy of everything that the service keeps of them. */
export const personalDataDownloaded = defineEvent(
  "PersonalDataDownloaded",
  1,
  z.object({ userId: z.uuid(), format: z.enum(["json", "html"]) }),
);

export const auditEvents = [clientSecretsRevealed, exportTaken, personalDataDownloaded] as const;
export type AuditEvent = EventOf<(typeof auditEvents)[number]>;
