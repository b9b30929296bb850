import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { colourings, defineColouring } from "./colours.ts";
import { devtools } from "./devtools.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colourRules = ["color-contrast", "link-in-text-block"];
/** What can differ between two themes of the same page, and all else. */
const parts = {
  colours: { runOnly: { type: "rule", values: colourRules } },
  structure: {
    runOnly: { type: "tag", values: standards },
    rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
  },
};

declare global {
  interface Window {
    axe?: { run(context: Document, options: object): Promise<AxeResults> };
  }
}

/** Uses the DevTools protocol, which keeps compiled scripts between documents: `evaluate` would compile all of axe for each. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe !== undefined)) return;
  const session = await devtools(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression: `${source}\n0` });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  await defineColouring(page);
}

/** Runs a part of axe. One line for each violation: its rule, and the element. And the colourings of the elements that passed. */
async function runAxe(page: Page, part: keyof typeof parts): Promise<{ found: string[]; passed: string[] }> {
  await loadAxe(page);
  return page.evaluate(
    async ({ options, isColours }) => {
      if (!window.axe) throw new Error("axe is not loaded");
      const { violations, passes } = await window.axe.run(document, {
        ...options,
        resultTypes: isColours ? ["violations", "passes"] : ["violations"],
        elementRef: isColours,
        preload: false,
      });
      const contrasts = passes.filter(({ id }) => isColours && id === "color-contrast").flatMap(({ nodes }) => nodes);
      return {
        found: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
        ),
        passed: contrasts
          .map(({ element }) => element && window.colouring?.(element as unknown as Element))
          .filter((one) => typeof one === "string"),
      };
    },
    { options: parts[part], isColours: part === "colours" },
  );
}

/** The violations of WCAG 2.2 AA and of axe's best practices in what the tab shows, but for those of colours. */
export const violations = async (page: Page): Promise<string[]> => (await runAxe(page, "structure")).found;

/**
 * The violations by colours in the present theme. Looks only when a text has another colour or background than all that have `passed`, to
 * which it adds.
 */
export async function colourViolations(page: Page, passed = new Set<string>()): Promise<string[]> {
  await loadAxe(page);
  if ((await colourings(page)).every((one) => passed.has(one))) return [];
  const looked = await runAxe(page, "colours");
  for (const one of looked.passed) passed.add(one);
  return looked.found;
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
