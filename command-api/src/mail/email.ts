import { emailHtml } from "./email-html.ts";
import type { Detail, EmailParts, Link } from "./email-parts.ts";

/** One email as text and HTML. All links and words come from this service, but for what `accountInWords` lets through. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const inText = (link: Link | undefined) => (link ? [`${link.label}:\n${link.url}`] : []);

const listed = (details: readonly Detail[]) =>
  details.length > 0 ? [details.map(({ label, value }) => `${label}: ${value}`).join("\n")] : [];

/** Text and HTML with the same words. */
export function composeEmail(parts: EmailParts): Email {
  const { to, subject, paragraphs, details = [], action, footer, footerLink } = parts;
  const written = paragraphs.map((paragraph) => (typeof paragraph === "string" ? paragraph : paragraph.code));
  const text = [...written, ...listed(details), ...inText(action), "--", footer, ...inText(footerLink)].join("\n\n");
  return { to, subject, text: `${text}\n`, html: emailHtml(parts) };
}
