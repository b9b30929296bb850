import type { Email } from "./email.ts";

/** The email in the terms of nodemailer, with its headers and its envelope. */
export const messageOf = (
  { to, subject, text, html }: Email,
  { from, publicUrl, eventId }: { from: string; publicUrl: string; eventId: string },
) => ({
  from,
  to: { name: "", address: to },
  envelope: { from, to: [to] },
  messageId: `<${eventId}@${new URL(publicUrl).hostname}>`,
  headers: { "Auto-Submitted": "auto-generated" },
  subject,
  text,
  html,
});
