import { describe } from "vitest";
import { member } from "../http/client.ts";
import { hostileTexts, made } from "./hostile-texts.ts";
import { goWithin, shown } from "./paths.ts";
import { story } from "./story.ts";
import { address } from "./visitor.ts";

describe.concurrent("addresses that would run as a script", () => {
  story("FE-02 stay texts in every part of an address", async ({ visit, stack, expect }) => {
    const { token } = await member(stack.url);
    const [{ page: visitor, troubles }, { page }] = [await visit(), await visit({ token })];
    troubles.expect("answer 4");
    await visitor.goto("/about");
    await page.goto("/dashboard");
    await shown(page);
    for (const text of hostileTexts) {
      const said = encodeURIComponent(text);
      await goWithin(visitor, `/login?redirect=${said}&token=${said}&tab=${said}#${said}`);
      await visitor.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
      await goWithin(visitor, `/docs?tab=${said}&token=${said}#${said}`);
      await visitor.getByRole("tab", { name: "Quick Start", selected: true }).waitFor();
      await goWithin(visitor, `/verify-email?token=${said}`);
      await visitor.getByRole("heading", { name: "Verification failed" }).waitFor();
      await expect.poll(() => address(visitor)).toBe("/verify-email");
      await goWithin(visitor, `/nowhere/${said}?token=${said}`);
      await visitor.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
      expect(await made(visitor), text).toEqual([]);
      await goWithin(page, `/login?redirect=${said}`);
      await expect.poll(() => address(page)).toBe("/dashboard");
      expect(await made(page), text).toEqual([]);
    }
  });

  story("FE-02 stay texts where the address is opened from outside", async ({ visit, expect }) => {
    const { page, troubles } = await visit();
    // With a dot in its last part an address is a file's, and there is none.
    troubles.expect("answer 404: GET /");
    for (const text of hostileTexts) {
      const said = encodeURIComponent(text);
      await page.goto(`/${said}?redirect=${said}&token=${said}&tab=${said}#${said}`);
      expect(await made(page), text).toEqual([]);
    }
  });
});
