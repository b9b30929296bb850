import { z } from "zod";

/** An email that would have been sent. Only without `SMTP_URL` and outside production. */
export const devEmail = z.strictObject({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
});
export const devInbox = z.array(devEmail);
export type DevEmail = z.infer<typeof devEmail>;
