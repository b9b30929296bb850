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
  const host = new URL(publicUrl).hostname;
  return {
    async send({ to, subject, text, html }, eventId) {
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        messageId: `<${eventId}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        subject,
        text,
        html,
      });
    },
    close: async () => transport.close(),
  };
}
