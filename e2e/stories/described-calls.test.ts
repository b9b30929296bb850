import type { Page } from "playwright-core";
import { describe } from "vitest";
import { type DeclaredRoute, declaredRoutes, named } from "../http/declared-routes.ts";
import { story } from "./story.ts";

/** The page shows neither the operator's calls nor the inbox, which no service in production has. */
const isForClients = ({ path }: DeclaredRoute) => path.startsWith("/api/") && !path.startsWith("/api/dev/");

/** What the page says of each call. Several names may share a line. */
const describedCalls = (page: Page) =>
  page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .evaluateAll((items) =>
      items.map((item) => {
        const title = item.querySelector("h3");
        const namesUnder = (heading: string) => {
          const term = [...item.querySelectorAll("dt")].find((one) => one.textContent === heading);
          const codes = [...(term?.nextElementSibling?.querySelectorAll("code") ?? [])];
          return codes.flatMap((code) => (code.textContent ?? "").split(",").map((name) => name.trim()));
        };
        return {
          call: title?.textContent ?? "",
          token: title?.parentElement?.textContent?.endsWith("Token") ?? false,
          takes: namesUnder("Takes").sort(),
          stepUp: namesUnder("Refuses").some((code) => code.includes("reauthentication_required")),
        };
      }),
    );

describe.concurrent("the documentation", () => {
  story("describes exactly the calls that the service declares", async ({ visit, stack, expect }) => {
    const declared = (await declaredRoutes(stack.url)).filter(isForClients).map((route) => ({
      call: named(route),
      token: !route.open,
      takes: [...Object.keys(route.body?.properties ?? {}), ...route.query].sort(),
      stepUp: route.stepUp,
    }));
    const { page } = await visit();
    await page.goto("/docs?tab=api-reference");
    await page.getByText("POST /api/auth/register").waitFor();

    const described = await describedCalls(page);

    const byCall = (one: { call: string }, other: { call: string }) => one.call.localeCompare(other.call);
    expect(described.sort(byCall)).toEqual(declared.sort(byCall));
  });

  story(
    "U15 lists each call at /docs/api, and opens the one that an address names",
    async ({ visit, stack, expect }) => {
      const declared = await declaredRoutes(stack.url);
      const { page } = await visit();
      await page.goto("/docs/api#changePassword");
      await page.getByText("In generated clients: changePassword.").waitFor();
      expect(await page.locator("details[open]").count()).toBe(1);
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
