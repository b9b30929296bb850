import { describe } from "vitest";
import { faults } from "./screens/check-screens.ts";
import { story } from "./story.ts";

describe("the check of a screen", () => {
  story("finds low contrast in each theme, missing names and overflow", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/about");
    await page.getByRole("heading", { name: "What it does" }).waitFor();
    expect(await faults(page, {})).toEqual([]);
    await page.getByRole("main").evaluate((main) => {
      const faint = document.createElement("p");
      faint.textContent = "too faint";
      Object.assign(faint.style, { color: "#777", width: "1270px" });
      main.append(faint, document.createElement("button"));
    });
    const found = (await faults(page, {})).map((line) => line.replace(/^([^:]*: [^:]*).*$/s, "$1"));
    expect(found).toContain("1280 light: color-contrast");
    expect(found).toContain("1280 dark: color-contrast");
    expect(found).toContain("1280 light: button-name");
    expect(found.filter((line) => line.startsWith("375:"))).not.toEqual([]);
    expect(found.filter((line) => line.startsWith("320:"))).not.toEqual([]);
    expect(found.filter((line) => line.startsWith("1280:"))).toEqual([]);
  });
});
