import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { dashboard, logOut, signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { storedToken } from "./visitor.ts";

describe("Remember me", () => {
  story(
    "T6 keeps the session in a browser that is started again, and only with it",
    async ({ visit, stack, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const { page, context } = await visit();
      /** A browser that ends keeps its storage, and loses the cookies of its run. */
      const startAgain = async () => {
        for (const { name, expires } of await context.cookies())
          if (expires === -1) await context.clearCookies({ name });
        await page.goto("/dashboard");
      };
      await signIn(page, person);
      await startAgain();
      await dashboard(page);
      await page.reload();
      await dashboard(page);

      await logOut(page);
      await page.getByLabel("Remember me").uncheck();
      await submitSignIn(page, person);
      await dashboard(page);
      await page.reload();
      await dashboard(page);
      await startAgain();
      await page.waitForURL("**/login?redirect=%2Fdashboard");
      expect(await storedToken(page)).toBeNull();
    },
  );
});
