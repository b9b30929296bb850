import { isLoopbackUrl } from "@attestory/http/security/known-hosts.ts";
import { z } from "zod";

/** What a mail server, or the way to it, would refuse later. Never repeats the text, which may hold a password. */
function smtpFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !url.hostname || !/^smtps?:$/.test(url.protocol))
    return "must be an smtp:// or smtps:// address, such as smtp://user:password@mail.example.com:587";
  const { protocol, port, username, password, pathname, search, hash } = url;
  if (!/^\/?$/.test(pathname) || hash || search.includes("@")) {
    return "must be a server alone: in a name or a password write / as %2F, ? as %3F and # as %23";
  }
  if (username && !password) return "must be with a password, as smtp://user:password@host:587";
  if (!isPercentEncoded(username + password)) return "must be percent-encoded: in a name or a password write % as %25";
  return portFault(protocol, port);
}

/** TLS from the first byte, or TLS after STARTTLS (RFC 8314 section 3.3). */
function portFault(protocol: string, port: string): string | null {
  if (protocol === "smtp:" && port === "465") return "must be smtps:// for port 465";
  const isForStartTls = port === "25" || port === "587";
  return protocol === "smtps:" && isForStartTls
    ? `must be smtp:// for port ${port}: TLS begins there with STARTTLS`
    : null;
}

const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

export const mailVariables = {
  SMTP_URL: z
    .string()
    .superRefine((text, context) => {
      const fault = smtpFault(text);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    })
    .optional(),
  MAIL_FROM: z.email("must be an email address, such as login@example.com").optional(),
};

/** A host whose addresses mail servers accept as a sender. */
const isDomain = (url: string) => /\.[a-z][a-z0-9-]*$/i.test(URL.parse(url)?.hostname ?? "");

/** Without `MAIL_FROM` emails come from the host of `PUBLIC_URL`, which a mail server takes only if it is a domain. */
export function* mailContradictions({
  NODE_ENV,
  SMTP_URL,
  MAIL_FROM,
  PUBLIC_URL,
}: Record<string, string>): Iterable<string> {
  if (NODE_ENV !== "production" || !SMTP_URL || MAIL_FROM || !PUBLIC_URL) return;
  if (isDomain(PUBLIC_URL) || isLoopbackUrl(PUBLIC_URL)) return;
  yield "MAIL_FROM is required in production where the host of PUBLIC_URL is no domain: mail servers refuse emails from it";
}
