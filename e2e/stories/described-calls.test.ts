import { describe } from "vitest";
import { declaredRoutes, named } from "../http/declared-routes.ts";
import { story } from "./story.ts";
import { address } from "./visitor.ts";

describe.concurrent("the documentation", () => {
  story("U15 lists each call by group in a tab, and leads to its entry", async ({ visit, stack, expect }) => {
    const declared = (await declaredRoutes(stack.url)).map((route) => `${named(route)}${route.open ? "" : "Token"}`);
    const { page } = await visit();
    await page.goto("/docs?tab=api-reference");
    const calls = page.getByRole("tabpanel").getByRole("listitem");
    await calls.getByText("POST /api/auth/register").waitFor();
    const shown = await calls.evaluateAll((items) => items.map((item) => item.querySelector("span")?.textContent));
    expect(shown.sort()).toEqual(declared.sort());
    const ofAccount = page.getByRole("list", { name: "Account", exact: true });
    await ofAccount.getByRole("link", { name: "PUT /api/user/password" }).click();
    await page.getByText("In generated clients: changePassword.").waitFor();
    expect(address(page)).toBe("/docs/api#changePassword");
  });

  story("says that the calls could not be loaded, and loads them again", async ({ visit }) => {
    const { page, troubles } = await visit();
    troubles.expect("answer 503: GET /openapi.json");
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/docs?tab=api-reference");
    await page.getByText("The calls could not be loaded").waitFor();
    await page.unroute("**/openapi.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("POST /api/auth/register").waitFor();
  });

  story(
    "U15 lists each call at /docs/api, and opens the one that an address names",
    async ({ visit, stack, expect }) => {
      const declared = await declaredRoutes(stack.url);
      const { page } = await visit();
      await page.goto("/docs/api#changePassword");
      await page.getByText("In generated clients: changePassword.").waitFor();
      expect(await page.locator("details[open]").count()).toBe(1);
      await page.getByText("At least 8 characters, at most 1,024 bytes").waitFor();
      await page.getByText("wrong_password: Your current password is not right").waitFor();
      // Nothing that appears later moves it.
      const named = page.locator("#changePassword");
      const top = () => named.evaluate((entry) => entry.getBoundingClientRect().top);
      await expect.poll(async () => Math.abs((await top()) - 64)).toBeLessThan(2);
      expect(await page.locator("details").count()).toBe(declared.length);
      const { info } = (await (await fetch(`${stack.url}/openapi.json`)).json()) as { info: { description: string } };
      expect(await page.getByText(info.description.replaceAll("`", ""), { exact: true }).count()).toBe(1);
      await page.getByLabel("Find a call").fill("password put");
      expect(await page.locator("details summary").allTextContents()).toEqual([
        expect.stringContaining("PUT /api/user/password"),
      ]);
    },
  );
});
