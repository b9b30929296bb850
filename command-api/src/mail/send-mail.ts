import { createTransport } from "nodemailer";
import type { Email } from "./email.ts";

/** Hands one letter to whoever delivers it; throws when it was not taken. */
export interface MailTransport {
  send(letter: Email, eventId: string): Promise<void>;
  close(): Promise<void>;
}

/** Sends nothing: that a letter would have been sent stands in the log, and the dev inbox shows it. */
export const noTransport: MailTransport = { send: async () => {}, close: async () => {} };

/** By SMTP. One recipient in the envelope; the Message-ID comes from the event, so a letter sent twice is recognised as one. */
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
