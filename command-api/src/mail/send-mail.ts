import { createTransport } from "nodemailer";
import { checkMail } from "./check-mail.ts";
import { messageOf } from "./mail-message.ts";
import type { MailTransport } from "./mail-transport.ts";

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
