import { createTransport } from "nodemailer";
import type { MailStep } from "../api-schema.ts";
import { checkMail } from "./check-mail.ts";
import type { Email } from "./email.ts";
import { messageOf } from "./mail-message.ts";

/** Hands one email to a mail server; `send` rejects if the server does not accept it. */
export interface MailTransport {
  send(email: Email, eventId: string): Promise<void>;
  /** Sends one email on a connection of its own, and tells how far it got. Absent where no email is sent. */
  check?(email: Email, eventId: string): Promise<MailStep[]>;
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
    check: (email, id) => checkMail({ smtp: { url: smtpUrl, from }, publicUrl, email, id }),
    close: async () => transport.close(),
  };
}
