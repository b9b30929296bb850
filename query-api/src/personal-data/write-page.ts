import { escapeHtml } from "@attestory/http/routing/html-page.ts";
import type { OwnAccount } from "./schema.ts";
import { type Head, type Section, type Shown, utc } from "./sections.ts";

/** The colours are those of web/src/tokens.css. The page needs no other file, so it has the fonts of the system. */
const style = `:root{color-scheme:light dark;--canvas:light-dark(#fafbfb,#0d100f);--surface:light-dark(#fff,#131715);--line:light-dark(#e2e6e4,#262c29);--text:light-dark(#151a17,#edf0ef);--muted:light-dark(#545c57,#a1a8a4);--accent-text:light-dark(#0f6042,#70cda2);--focus:light-dark(#0f7a54,#70cda2)}
body{margin:0 auto;max-width:800px;padding:40px 24px 64px;background:var(--canvas);color:var(--text);font:14px/20px Inter,ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:24px;line-height:32px;letter-spacing:-.014em}
h2{margin:0 0 4px;font-size:16px;line-height:24px}
h3{margin:0;font-size:14px;font-weight:500}
p{margin:0 0 16px;color:var(--muted)}
a{color:var(--accent-text)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
nav ol{margin:8px 0 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px}
section{margin-top:40px}
ul{margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:6px}
li.item{padding:12px 16px}
li.item p{margin:0}
li.item+li.item{border-top:1px solid var(--line)}
time,dt,.end{color:var(--muted);font-size:13px;font-variant-numeric:tabular-nums}
dl{margin:4px 0 0;display:flex;flex-wrap:wrap;gap:2px 20px;font-size:13px}
dl.account{display:grid;gap:8px;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:6px;font-size:14px}
dl.account dt{display:inline-block;min-width:200px}
dt,dd{display:inline;margin:0}
dt::after{content:" "}
.none{padding:12px 16px;margin:0;border:1px solid var(--line);border-radius:6px}
.end{margin-top:40px}
@media (max-width:480px){body{padding:24px 16px 40px}dl.account dt{display:block}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0}li.item{break-inside:avoid}ul,.none,dl.account{border-color:#ccc}nav{display:none}}`;

/** Nothing of the page may load or run anything, wherever it is opened. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A person's data as a page that needs no other file. Every text of it is escaped. */
export async function* writePage(head: Head, sections: readonly Section[]): AsyncGenerator<string> {
  yield beginning(head, sections);
  for (const { key, title, about, items, show } of sections) {
    yield `<section id="${key}" aria-labelledby="${key}-title"><h2 id="${key}-title">${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>\n`;
    let count = 0;
    for await (const item of items) {
      yield `${count === 0 ? "<ul>\n" : ""}${itemOf(show(item))}\n`;
      count++;
    }
    yield count === 0 ? '<p class="none">Nothing.</p></section>\n' : "</ul></section>\n";
  }
  yield '</main><p class="end">The end: this file is complete.</p></body></html>\n';
}

function beginning({ service, takenAt, account }: Head, sections: readonly Section[]): string {
  const contents = [{ key: "account", title: "Account" }, ...sections].map(
    ({ key, title }) => `<li><a href="#${key}">${escapeHtml(title)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Your data · Attestory</title><style>${style}</style></head>
<body><header><h1>Your data</h1><p>Everything that Attestory at ${escapeHtml(service)} keeps of you, as of ${utc(takenAt)}. Times are UTC.</p></header>
<nav aria-label="Contents"><ol>${contents.join("")}</ol></nav>
<main><section id="account" aria-labelledby="account-title"><h2 id="account-title">Account</h2><p>Your account as it is now.</p><dl class="account">${factsOf(accountFacts(account))}</dl></section>
`;
}

const yes = (is: boolean): string => (is ? "Yes" : "No");

const accountFacts = (account: OwnAccount): Shown["facts"] => [
  ["Email address", account.email],
  ["Address verified", account.emailVerifiedAt && utc(account.emailVerifiedAt)],
  ["New address, not confirmed", account.pendingEmail],
  ["Username", account.username],
  ["First name", account.firstName],
  ["Last name", account.lastName],
  ["Roles", account.roles.join(", ") || "None"],
  ["Active", yes(account.isActive)],
  ["Two-factor authentication", yes(account.twoFactorEnabled)],
  ["Password", yes(account.hasPassword)],
  ["Password changed", account.passwordChangedAt && utc(account.passwordChangedAt)],
  ["Registered", utc(account.registeredAt)],
  ["Account ID", account.id],
];

const itemOf = ({ title, detail = null, at, facts }: Shown): string => {
  const time = at === null ? "" : `<time datetime="${escapeHtml(at)}">${utc(at)}</time>`;
  return `<li class="item"><h3>${escapeHtml(title)}</h3>${detail === null ? "" : `<p>${escapeHtml(detail)}</p>`}${time}<dl>${factsOf(facts)}</dl></li>`;
};

const factsOf = (facts: Shown["facts"]): string =>
  facts
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value ?? "")}</dd></div>`)
    .join("");
