/** One email as text and HTML. Its only user input is the recipient: all links and words come from this service. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Link {
  label: string;
  url: string;
}

export interface EmailParts {
  to: string;
  subject: string;
  /** Plain text, one paragraph each; escaped in HTML. */
  paragraphs: readonly string[];
  action?: Link;
  /** Shown last, in small grey type. */
  footer: string;
  /** A link after the footer, as small as it. */
  footerLink?: Link;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const body =
  "margin:0;padding:32px 16px;background:#fafbfb;color:#151a17;font:14px/20px -apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const card = "max-width:440px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e2e6e4;border-radius:6px";
const button =
  "display:inline-block;padding:8px 16px;background:#0b5c3f;color:#ffffff;border-radius:6px;font-weight:500;text-decoration:none";

const inText = (link: Link | undefined) => (link ? [`${link.label}:\n${link.url}`] : []);

/** Text and HTML with the same words. The HTML loads no external resources. */
export function composeEmail({ to, subject, paragraphs, action, footer, footerLink }: EmailParts): Email {
  const text = [...paragraphs, ...inText(action), "--", footer, ...inText(footerLink)].join("\n\n");
  const shown = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join("");
  const link = action
    ? `<p style="margin:0 0 16px"><a href="${escaped(action.url)}" style="${button}">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;color:#545c57;font-size:12px;word-break:break-all">${escaped(action.url)}</p>`
    : "";
  const last = footerLink
    ? `<br><a href="${escaped(footerLink.url)}" style="color:#0b5c3f">${escaped(footerLink.label)}</a>`
    : "";
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${body}"><div style="${card}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escaped(subject)}</h1>
${shown}${link}
<p style="margin:24px 0 0;color:#656d69;font-size:12px">${escaped(footer)}${last}</p>
</div></body></html>
`;
  return { to, subject, text: `${text}\n`, html };
}
