import type { MailTransport } from "./mail-transport.ts";

/** Sends nothing. The log records the email as sent, and the dev inbox shows it. */
const noTransport: MailTransport = { send: async () => {}, close: async () => {} };

export interface MailSettings {
  /** Null: no email is sent. */
  smtp: { url: string; from: string } | null;
  publicUrl: string;
}

/** Loads the mail library only where emails are sent. */
export async function openMailTransport({ smtp, publicUrl }: MailSettings): Promise<MailTransport> {
  if (!smtp) return noTransport;
  const { smtpTransport } = await import("./send-mail.ts");
  return smtpTransport(smtp.url, smtp.from, publicUrl);
}
