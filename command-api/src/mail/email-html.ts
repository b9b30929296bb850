import { escapeHtml } from "@attestory/http/routing/html-page.ts";
import type { Detail, EmailParts, Link } from "./email-parts.ts";

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/** For mail programs that know dark themes. The others show the inline colours. */
const whereDark = "@media (prefers-color-scheme:dark)";

const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
${whereDark}{
.page{background:#0d100f!important}
.card{background:#131715!important;border-color:#262c29!important}
.ink{color:#edf0ef!important}
.muted{color:#a1a8a4!important}
.line{border-color:#262c29!important}
.button{background:#24734f!important}
.link{color:#70cda2!important}
}`;

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

const paragraph = (content: EmailParts["paragraphs"][number]): string =>
  typeof content === "string"
    ? `<p class="ink" style="margin:0 0 16px;color:#151a17">${escapeHtml(content)}</p>`
    : `<p class="ink" style="margin:0 0 16px;color:#151a17;font:600 28px/36px ${mono};letter-spacing:2px">${escapeHtml(content.code)}</p>`;

const row = ({ label, value }: Detail): string => `<tr>
<td class="muted line" valign="top" width="150" style="padding:8px 16px 8px 0;border-top:1px solid #e2e6e4;color:#545c57;font-size:13px">${escapeHtml(label)}</td>
<td class="ink line" valign="top" style="padding:8px 0;border-top:1px solid #e2e6e4;color:#151a17;font-size:13px;word-break:break-word">${escapeHtml(value)}</td>
</tr>`;

const detailRows = (details: readonly Detail[]): string =>
  details.length > 0 ? `<table ${table} style="margin:0 0 24px">${details.map(row).join("")}</table>` : "";

/** A new tab, so that the link also works where a page shows the email in a frame. */
const anchor = ({ label, url }: Link, look: { class: string; style: string }): string =>
  `<a href="${escapeHtml(url)}" target="_blank" class="${look.class}" style="${look.style}">${escapeHtml(label)}</a>`;

/** The colour is the cell's too: Outlook for Windows pads no link. */
const button = (link: Link): string => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" style="border-radius:6px;background:#0b5c3f">${anchor(link, {
  class: "button",
  style:
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5c3f;color:#ffffff;font-weight:600;text-decoration:none",
})}</td></tr></table>
<p class="muted" style="margin:12px 0 0;color:#545c57;font-size:12px;line-height:18px;word-break:break-all">${escapeHtml(link.url)}</p>`;

const quietLink = (link: Link): string =>
  `<br>${anchor(link, { class: "link", style: "color:#0b5c3f;text-decoration:underline" })}`;

/** What lists of emails show after the subject. The blanks keep them from showing what follows it. */
const preheader = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>`;

/** The HTML part of an email: tables and inline styles, because that is what mail programs show. It loads nothing. */
export function emailHtml({ subject, paragraphs, details = [], action, footer, footerLink }: EmailParts): string {
  const first = paragraphs.find((content) => typeof content === "string") ?? subject;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fafbfb">
${preheader(first)}
<table ${table} class="page" style="background:#fafbfb;font:15px/23px ${font}"><tr><td align="center" style="padding:24px 12px">
<table ${table} class="card" style="max-width:520px;background:#ffffff;border:1px solid #e2e6e4;border-radius:8px"><tr><td style="padding:24px;text-align:left">
<p class="muted" style="margin:0 0 16px;color:#545c57;font-size:13px;font-weight:600">Attestory</p>
<h1 class="ink" style="margin:0 0 16px;color:#151a17;font-size:20px;line-height:28px">${escapeHtml(subject)}</h1>
${paragraphs.map(paragraph).join("\n")}
${detailRows(details)}
${action ? button(action) : ""}
<p class="muted line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e2e6e4;color:#656d69;font-size:12px;line-height:18px">${escapeHtml(footer)}${footerLink ? quietLink(footerLink) : ""}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The same in one theme, whatever that of the browser: a frame without an origin cannot be told one. */
export const inTheme = (html: string, theme: "light" | "dark"): string =>
  html.replaceAll("light dark", theme).replace(whereDark, theme === "dark" ? "@media all" : "@media not all");
