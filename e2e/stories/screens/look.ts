import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { devtools } from "./devtools.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const everything = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

declare global {
  interface Window {
    axe?: { run(context: Document, options: object): Promise<AxeResults> };
  }
}

/** Uses the DevTools protocol, which keeps compiled scripts between documents: `evaluate` would compile all of axe for each. */
async function loadAxe(page: Page): Promise<void> {
  const session = await devtools(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: `${source}\n0` });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}

/**
 * Checks what the tab shows against WCAG 2.2 AA and axe's best practices. One line for each violation: its rule, and the elements.
 * `colours` checks only what can differ between two themes of the same page.
 */
export async function violations(page: Page, what: "everything" | "colours" = "everything"): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await loadAxe(page);
  const runOnly = what === "everything" ? everything : colours;
  const { violations: found } = await page.evaluate(
    (rules) =>
      window.axe?.run(document, {
        runOnly: rules,
        resultTypes: ["violations"],
        preload: false,
      }) as never,
    runOnly,
  );
  return (found as AxeResults["violations"]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** The number of dialogs, menus and toasts. */
export const floating = (page: Page): Promise<number> =>
  page.locator('[role$="dialog"], [role="menu"], [role="region"][aria-label^="Notifications"] li').count();

/** Elements that extend beyond the tab's right edge, innermost last; empty if the page cannot be scrolled sideways. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // A screen that chooses its parts by the width has rendered them after two frames.
    for (const _ of ["chosen", "drawn"]) await new Promise((drawn) => requestAnimationFrame(drawn));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll("body *")].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return [`${scrollWidth} px in ${clientWidth} px`, ...out.map((one) => one.outerHTML.slice(0, 120))];
  });

/** Attributes that change how an element looks or what it is for assistive technology. */
const telling = [
  "role",
  "type",
  "disabled",
  "data-state",
  "aria-expanded",
  "aria-checked",
  "aria-current",
  "aria-invalid",
  "aria-hidden",
];

/**
 * The kinds of elements that the tab shows. A kind is an element's name, classes and `telling` attributes, with those of the two elements
 * around it, as colours and sizes depend on these.
 */
export const kinds = (page: Page): Promise<string[]> =>
  page.evaluate((attributes) => {
    const found = new Set<string>();
    const describe = (element: Element) => {
      const told = attributes
        .filter((name) => element.hasAttribute(name))
        .map((name) => `${name}=${element.getAttribute(name)}`);
      return [element.localName, ...[...element.classList].sort(), ...told].join(" ");
    };
    const walk = (element: Element, around: readonly string[]) => {
      const path = [...around, describe(element)].slice(-3);
      found.add(path.join(" > "));
      if (element.localName !== "svg") for (const child of element.children) walk(child, path);
    };
    walk(document.body, []);
    return [...found];
  }, telling);
