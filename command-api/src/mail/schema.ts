import { z } from "zod";

/** Schemas of the check of the mail settings. */

/** `tls`: from the start; `starttls`: demanded; `starttls-if-offered`; `none`: in clear. Never credentials. */
export const mailServer = z
  .strictObject({
    host: z.string(),
    port: z.int(),
    security: z.enum(["tls", "starttls", "starttls-if-offered", "none"]),
    signsIn: z.boolean(),
  })
  .meta({ id: "MailServer" });
export type MailServerFacts = z.infer<typeof mailServer>;

/** `server`, `from`: null where emails go to the dev inbox alone. */
export const mailSettings = z.strictObject({
  transport: z.enum(["smtp", "dev-inbox"]),
  from: z.string().nullable(),
  server: mailServer.nullable(),
});

export const mailSteps = ["connection", "tls", "sign-in", "sender", "recipient", "message"] as const;

/** `skipped`: not needed or not offered, or not reached. `said`: the words of the server, or why it could not be asked. */
const mailStep = z
  .strictObject({
    step: z.enum(mailSteps),
    state: z.enum(["done", "failed", "skipped"]),
    said: z.string().nullable(),
  })
  .meta({ id: "MailStep" });
export type MailStep = z.infer<typeof mailStep>;

/** `steps`: empty where there is no mail server. */
export const mailTest = z.strictObject({
  transport: z.enum(["smtp", "dev-inbox"]),
  sentTo: z.string(),
  steps: z.array(mailStep),
});

/** An email with sample data. `when`: what happened before it is sent. */
const mailPreview = z
  .strictObject({ id: z.string(), when: z.string(), subject: z.string(), text: z.string() })
  .meta({ id: "MailPreview" });
export type MailPreview = z.infer<typeof mailPreview>;
export const mailPreviews = z.array(mailPreview);
export const mailPreviewQuery = z.strictObject({
  theme: z
    .enum(["light", "dark"])
    .optional()
    .describe("As a mail program in this theme shows it; by default, in that of the browser"),
});
export const mailPreviewParams = z.strictObject({ id: z.string().regex(/^[a-z0-9-]{1,40}$/) });
