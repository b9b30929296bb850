import { createTransport } from "nodemailer";
import type { Email } from "./email.ts";

/** Hands one email to a mail server; `send` rejects if the server does not accept it. */
export interface MailTransport {
  send(email: Email, eventId: string): Promise<void>;
  close(): Promise<void>;
}

/** Sends nothing. The log records the email as sent, and the dev inbox shows it. */
export const noTransport: MailTransport = { send: async () => {}, close: async () => {} };

/** Sends by SMTP to one recipient. The Message-ID is derived from the event, so an email sent twice is recognised as one. */
export function smtpTransport(smtpUrl: string, from: string, publicUrl: string): MailTransport {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  return {
    async send(email, eventId) {
      await transport.sendMail(messageOf(email, { from, publicUrl, eventId }));
    },
    close: async () => transport.close(),
  };
}

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
