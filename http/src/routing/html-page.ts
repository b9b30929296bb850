import { createHash } from "node:crypto";

/** A page without the web app. */
export interface PageContent {
  readonly title: string;
  /** HTML; every text in it is escaped. */
  readonly main: string;
  /** A constant of the program, run when the page is read. Null: the page runs no script. */
  readonly script: string | null;
  /** Whether the page has a form whose receiver may be, or lead to, another site. */
  readonly form: boolean;
}

/** The font of the web app, at an address that does not change with its build. */
const style = `@font-face{font-family:Inter;src:url(/fonts/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:24px;padding:24px 0;box-sizing:border-box;background:light-dark(#fafbfb,#0d100f);color:light-dark(#151a17,#edf0ef);font:14px/20px Inter,ui-sans-serif,system-ui,sans-serif}
header{display:flex;align-items:center;gap:10px;font-size:15px;font-weight:600;letter-spacing:-.01em}
main{box-sizing:border-box;width:min(400px,calc(100vw - 32px));padding:32px;background:light-dark(#fff,#131715);border:1px solid light-dark(#e2e6e4,#262c29);border-radius:8px}
h1{margin:0 0 8px;font-size:20px;line-height:28px;letter-spacing:-.014em}
p{margin:0 0 16px;color:light-dark(#545c57,#a1a8a4);overflow-wrap:anywhere}
a{color:light-dark(#0f6042,#70cda2)}
button,.button{box-sizing:border-box;height:36px;padding:0 16px;border:0;border-radius:6px;background:light-dark(#0b5c3f,#24734f);color:#fff;font:inherit;font-weight:500}
.button{display:block;width:100%;margin:0 0 16px;line-height:36px;text-align:center;text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
code{font:12px/18px ui-monospace,monospace}
:focus-visible{outline:2px solid light-dark(#0f7a54,#70cda2);outline-offset:2px}`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const styleHash = hashOf(style);

/**
 * Without `form-action` for a page with a form: browsers would also refuse where the receiving site redirects to. The page has no other
 * form and no text of other sites that is not escaped.
 */
const policyOf = ({ script, form }: PageContent): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ...(script === null ? [] : [`script-src ${hashOf(script)}`]),
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    ...(form ? [] : ["form-action 'none'"]),
    "frame-ancestors 'none'",
  ].join("; ");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A browser would read a line break of an attribute's value in another way than it was written.
  "\r": "&#13;",
  "\n": "&#10;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"'\r\n]/g, (found) => entities[found] ?? "");

/** A form with hidden fields. `content`: HTML. */
export function hiddenForm(action: string, fields: Iterable<readonly [string, string]>, content: string): string {
  const inputs = Array.from(
    fields,
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join("")}${content}</form>`;
}

/** A page with a form that it sends by itself. `sentence`: for a browser that runs no script. */
export const sendingPage = (action: string, fields: Iterable<readonly [string, string]>, sentence: string) =>
  htmlPage({
    title: "Continue",
    main: `<h1>Continue</h1>${hiddenForm(action, fields, `<p>${sentence}</p><button>Continue</button>`)}`,
    script: "document.forms[0].submit()",
    form: true,
  });

/** A page of our look that needs no file besides it. */
export const htmlPage = (content: PageContent): { body: string; headers: Record<string, string> } => {
  const { title, main, script } = content;
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Attestory</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><img src="/favicon.svg" alt="" width="28" height="28">Attestory</header><main>${main}</main>${script === null ? "" : `<script>${script}</script>`}</body></html>
`;
  return {
    body,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policyOf(content) },
  };
};
