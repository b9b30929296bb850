import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { plugIn } from "./authenticator.ts";
import { storyOnStoppedClock } from "./story.ts";
import { focused, toast } from "./visitor.ts";

const later = storyOnStoppedClock();

const keysDialog = (page: Page) => page.getByRole("dialog", { name: "Hardware Keys" });
const question = (page: Page) => page.getByRole("dialog", { name: "Confirm it is you" });
async function openKeys(page: Page) {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Manage hardware keys" }).click();
  await keysDialog(page).waitFor();
}

/** Counts in the page how often a key gave no credential. */
const countRefusals = (page: Page) =>
  page.evaluate(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    let refusals = 0;
    const counted = (options: CredentialRequestOptions) =>
      get(options).catch((error: unknown) => {
        refusals++;
        Object.assign(window, { refusals });
        throw error;
      });
    Object.assign(navigator.credentials, { get: counted });
  });

describe("a session whose user signed in a while ago", () => {
  later(
    "T4 is asked in the open dialog, says which password is wrong, and goes on with what was asked and entered",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const { token, password } = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit({ fresh: true, token });
      await plugIn(page);
      await openKeys(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await toast(page, "Hardware key added").waitFor();
      await openKeys(page);
      await keysDialog(page)
        .getByRole("button", { name: /^Rename/ })
        .click();
      await page.getByLabel("Name of the key").fill("Entered before the question");
      product.advance(301);
      troubles.expect("answer 403: GET /api/auth/webauthn/register-begin");
      troubles.expect("answer 400: POST /api/auth/step-up");

      await page.getByRole("button", { name: "Add a key" }).click();

      await question(page).getByText("To add a hardware key.").waitFor();
      await question(page).getByLabel("Current password").waitFor();
      await expect.poll(() => focused(page)).toBe("currentPassword");
      expect(await page.getByRole("dialog").count()).toBe(1);
      expect(await page.getByLabel("Name of the key").isVisible()).toBe(false);
      await page.keyboard.type("not my password");
      await page.keyboard.press("Enter");
      await question(page).getByText("This is not your current password").waitFor();
      await question(page).getByLabel("Current password").fill(password);
      await page.keyboard.press("Enter");

      // The browser refuses a key that the account has: the call that was asked for went on to the key.
      await toast(page, "Registration failed").getByText("This key is registered to your account already.").waitFor();
      await keysDialog(page).waitFor();
      expect(await page.getByLabel("Name of the key").inputValue()).toBe("Entered before the question");
    },
  );

  later(
    "T4 confirms with a hardware key, and goes on with what was asked",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit({ fresh: true, token });
      await plugIn(page);
      await openKeys(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await toast(page, "Hardware key added").waitFor();
      product.advance(301);
      troubles.expect("answer 403: DELETE /api/user/hardware-keys/");
      await openKeys(page);
      await keysDialog(page)
        .getByRole("button", { name: /^Remove/ })
        .click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();

      await question(page).getByRole("button", { name: "Use a hardware key" }).click();

      await toast(page, "Hardware key removed").waitFor();
      await keysDialog(page).waitFor();
      expect(await page.getByRole("alertdialog").count()).toBe(0);
    },
  );

  later(
    "T4 keeps everything as it was when its user declines",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit({ fresh: true, token });
      await plugIn(page);
      product.advance(301);
      troubles.expect("answer 403: GET /api/auth/webauthn/register-begin");
      await openKeys(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await question(page).getByLabel("Current password").waitFor();

      await page.keyboard.press("Escape");

      await keysDialog(page).waitFor();
      await toast(page, "Registration failed").getByText("Please confirm that it is you").waitFor();
      await expect.poll(() => focused(page)).toBe("Add a key");
      expect(troubles.seen).toEqual(["answer 403: GET /api/auth/webauthn/register-begin"]);
    },
  );

  later(
    "T4 can use a hardware key again after it did not recognise its user",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit({ fresh: true, token });
      const authenticator = await plugIn(page);
      await openKeys(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await page.getByLabel("I have saved these codes").check();
      await page.getByRole("button", { name: "Done" }).click();
      await keysDialog(page).getByRole("button", { name: "Cancel" }).click();
      product.advance(301);
      troubles.expect("answer 403: DELETE /api/user/hardware-keys/");
      await keysDialog(page)
        .getByRole("button", { name: /^Remove/ })
        .click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await question(page).getByText("To remove a hardware key.").waitFor();

      await authenticator.recogniseUser(false);
      await countRefusals(page);
      await question(page).getByRole("button", { name: "Use a hardware key" }).click();
      await page.waitForFunction(() => Reflect.get(window, "refusals") === 1);
      await authenticator.recogniseUser(true);
      await question(page).getByRole("button", { name: "Use a hardware key" }).click();

      await toast(page, "Hardware key removed").waitFor();
      await keysDialog(page).getByText("No hardware keys registered").waitFor();
    },
  );
});
