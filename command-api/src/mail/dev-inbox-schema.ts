import { z } from "zod";

/** An email that would have been sent. Only without `SMTP_URL` and outside production. */
export const devEmail = z
  .strictObject({
    id: z.uuid(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sentAt: z.iso.datetime(),
  })
  .meta({ id: "DevEmail" });
export const devInbox = z.array(devEmail);
export const devInboxQuery = z.strictObject({
  to: z.string({ error: "Give one address" }).optional().describe("Only the emails to exactly this address"),
});
export const devEmailParams = z.strictObject({ id: z.uuid() });
export type DevEmail = z.infer<typeof devEmail>;
