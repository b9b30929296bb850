import type { Page } from "playwright-core";
import { describe } from "vitest";
import { story } from "./story.ts";
import { translate } from "./translator.ts";
import { address } from "./visitor.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search the documentation" });
const results = (page: Page) => page.getByRole("listbox", { name: "Results" });
const chosen = (page: Page) => results(page).getByRole("option", { selected: true });

describe.concurrent("U22 the search of the documentation", () => {
  story("U22 leads by keyboard to a guide, with what the reader has chosen", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/docs?tab=oauth-flow&client_id=mine");
    await page.getByRole("tab", { name: "OAuth Flow", selected: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("IDTOKEN: false");
    await expect.poll(() => chosen(page).locator("mark").allTextContents()).toEqual(["idToken:", "false"]);
    await page.keyboard.press("Enter");
    await expect.poll(() => address(page)).toBe("/docs?client_id=mine&with=nextjs&profile=userinfo#guide");
    const guide = page.getByRole("group", { name: "Guide: Next.js with Auth.js" });
    await guide.getByText("idToken: false").waitFor();
    await guide.getByText('clientId: "mine"').waitFor();
    await expect.poll(() => guide.evaluate((one) => one === document.activeElement)).toBe(true);
    await results(page).waitFor({ state: "detached" });

    await guide.getByLabel("is on for the application").check();
    await guide.getByText("idToken: false").waitFor({ state: "detached" });
    expect(address(page)).toBe("/docs?client_id=mine&with=nextjs");
  });

  story("U22 leads to a section of another tab, and to a call of the reference", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/docs?with=express");
    await field(page).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("former refresh");
    const flow = results(page).getByRole("group", { name: "OAuth Flow" });
    await flow.getByRole("option", { name: "4. Stay connected" }).click();
    await expect.poll(() => address(page)).toBe("/docs?with=express&tab=oauth-flow#4-stay-connected");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("4-stay-connected");
    await page.goBack();
    await page.getByRole("tab", { name: "Quick Start", selected: true }).waitFor();

    await field(page).fill("api/user/password");
    await expect.poll(() => results(page).getByRole("option").count()).toBeGreaterThan(1);
    const [first, second] = await results(page).getByRole("option").all();
    await expect.poll(() => first?.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => second?.getAttribute("aria-selected")).toBe("true");
    const id = await second?.getAttribute("id");
    await expect.poll(() => field(page).getAttribute("aria-activedescendant")).toBe(id);
    await field(page).fill("changePassword");
    await expect.poll(() => chosen(page).getAttribute("href")).toBe("/docs/api#changePassword");
    await page.keyboard.press("Enter");
    await page.getByText("In generated clients: changePassword.").waitFor();
    await expect.poll(() => address(page)).toBe("/docs/api#changePassword");
  });

  story("U22 loads nothing before it is used, and leaves the other fields alone", async ({ visit, expect }) => {
    const { page } = await visit({ fresh: true });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const isOfSearch = (path: string) => /search-results|openapi\.json/.test(path);
    await page.goto("/docs");
    const clientId = page.getByLabel("Client ID");
    await clientId.pressSequentially("a/b");
    await page.keyboard.press("Control+k");
    await expect.poll(() => address(page)).toBe("/docs?client_id=a%2Fb");
    expect(await clientId.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(asked.filter(isOfSearch)).toEqual([]);

    await field(page).click();
    await page.keyboard.type("discovery");
    await results(page).getByRole("option", { name: "The authorization code flow" }).waitFor();
    expect(asked.filter(isOfSearch).length).toBeGreaterThan(1);
    await page.keyboard.press("Escape");
    await results(page).waitFor({ state: "detached" });
    expect(await field(page).inputValue()).toBe("discovery");
    expect(await field(page).getAttribute("aria-expanded")).toBe("false");
  });

  story("U22 says that nothing was found, and where every call is", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/docs");
    await field(page).fill("kerberos");
    await page.getByText("Nothing in the documentation has kerberos.").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => address(page)).toBe("/docs/api");
  });

  story("U22 shows what each search found while the browser translates the page", async ({ visit, expect }) => {
    const { page } = await visit({ fresh: true });
    await page.goto("/docs");
    await field(page).fill("e");
    await results(page).getByRole("group", { name: "Calls of the API" }).waitFor();
    await translate(page);
    for (const [typed, found] of [
      ["grafana.ini", "Grafana"],
      ["flask run", "Flask"],
      ["immich", "Immich"],
    ] as const) {
      await field(page).fill(typed);
      await expect.poll(() => results(page).getByRole("option").first().innerText()).toContain(found);
    }
  });

  story("U22 searches the rest where the calls cannot be loaded", async ({ visit }) => {
    const { page, troubles } = await visit();
    troubles.expect("answer 503: GET /openapi.json");
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/docs");
    await field(page).fill("immich");
    await chosen(page).getByText("Immich").waitFor();
    await page.getByText("Not everything could be searched.").waitFor();
  });
});
