import { describe } from "vitest";
import { faults } from "./screens/check-screens.ts";
import { story } from "./story.ts";

describe("the check of a screen", () => {
  story("finds low contrast in each theme, missing names and overflow", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/about");
    await page.getByRole("heading", { name: "Works today" }).waitFor();
    const passed = new Set<string>();
    expect(await faults(page, {}, passed)).toEqual([]);
    const { size } = passed;
    expect(size).toBeGreaterThan(5);
    expect(await faults(page, {}, passed)).toEqual([]);
    expect(passed.size).toBe(size);
    await page.getByRole("main").evaluate((main) => {
      const faint = document.createElement("p");
      faint.textContent = "too faint";
      Object.assign(faint.style, { color: "#777", width: "1270px" });
      main.append(faint, document.createElement("button"));
    });
    const found = (await faults(page, {}, passed)).map((line) => line.replace(/^([^:]*: [^:]*).*$/s, "$1"));
    expect(found).toContain("1280 light: color-contrast");
    expect(found).toContain("1280 dark: color-contrast");
    expect(found).toContain("1280 light: button-name");
    expect(found.filter((line) => line.startsWith("320:"))).not.toEqual([]);
    expect(found.filter((line) => line.startsWith("1280:"))).toEqual([]);
  });

  story("finds known colours on another ground, faded, and links without a line", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/about");
    await page.getByRole("heading", { name: "Works today" }).waitFor();
    const passed = new Set<string>();
    expect(await faults(page, {}, passed)).toEqual([]);
    const broken: [string, Partial<CSSStyleDeclaration>, Partial<CSSStyleDeclaration>][] = [
      ["color-contrast", { background: "gray" }, {}],
      ["color-contrast", { opacity: "0.4" }, {}],
      ["link-in-text-block", {}, { color: "color-mix(in srgb, currentcolor 80%, gray)", textDecoration: "none" }],
    ];
    for (const [rule, ...styles] of broken) {
      await page.getByRole("main").evaluate((main, [around, within]) => {
        const link = Object.assign(document.createElement("a"), { href: "/docs", textContent: "a link" });
        const text = document.createElement("p");
        Object.assign(text.style, around);
        Object.assign(link.style, { textDecoration: "underline" }, within);
        text.append("A text with ", link, " in it.");
        main.append(text);
      }, styles);
      const found = await faults(page, {}, passed);
      const kinds = new Set(found.map((line) => line.replace(/^([^:]*: [^:]*).*$/s, "$1")));
      // A whole run finds them at other widths too.
      const atWidest = [...kinds].filter((kind) => kind.startsWith("1280"));
      expect(atWidest).toEqual([`1280 light: ${rule}`, `1280 dark: ${rule}`]);
      await page.getByRole("main").evaluate((main) => main.lastElementChild?.remove());
    }
  });
});
