import { parseConnectionUrl } from "nodemailer/lib/shared";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailServerFacts } from "./schema.ts";

export interface Credentials {
  user: string;
  pass: string;
}
export type ConnectionOptions = SMTPConnection.Options & { auth?: Credentials | undefined };

/** The settings in an `SMTP_URL`, as the transport reads them, its credentials too. */
export const connectionOptions = (smtpUrl: string): ConnectionOptions => parseConnectionUrl(smtpUrl);

const portOf = ({ port, secure }: ConnectionOptions): number => Number(port) || (secure ? 465 : 587);

function securityOf(options: ConnectionOptions): MailServerFacts["security"] {
  const { secure, requireTLS, ignoreTLS } = options;
  if (secure ?? portOf(options) === 465) return "tls";
  if (requireTLS) return "starttls";
  return ignoreTLS ? "none" : "starttls-if-offered";
}

/** What may be shown of the mail server. */
export function mailServerFacts(smtpUrl: string): MailServerFacts {
  const options = connectionOptions(smtpUrl);
  const { host = "localhost", auth } = options;
  return { host, port: portOf(options), security: securityOf(options), signsIn: auth !== undefined };
}
