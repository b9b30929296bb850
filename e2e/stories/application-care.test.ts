import type { Page } from "playwright-core";
import { describe } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { call } from "../http/client.ts";
import { goWithin } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { story, storyOn, storyOnStoppedClock } from "./story.ts";
import { address, toast } from "./visitor.ts";

const applicationsOf = async (url: string, token: string) =>
  (await call(url, "GET /api/developer/applications", { token })).body.applications;

async function openPortal(page: Page) {
  await enter(page, "/dashboard/developer");
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .waitFor();
}

async function act(page: Page, name: string, action: string) {
  const item = page.getByRole("menuitem", { name: action });
  // A dialog that has just closed gives the focus back, which closes a menu that was opened in the same moment.
  for (let time = 0; time < 5 && !(await item.isVisible()); time++) {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await item.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await item.click();
}

const later = storyOnStoppedClock();

/** A service that shows each client secret once. `operator-links` uses it too. */
const once = storyOn({ CLIENT_SECRET_DISPLAY: "once" });

/** Answers the question for the password. */
async function confirm(page: Page, password: string) {
  await page.getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
}

later(
  "T11 T4 D11 a session whose user signed in a while ago sees and rotates a secret, and adds a redirect URI, after a step-up in place",
  { tags: ["embedded/moves-clock"] },
  async ({ visit, stack, product, expect }) => {
    const { name, clientSecret, id, developer } = await registerApplication(stack.url);
    const { page, troubles } = await visit({ token: developer.token });
    product.advance(301);
    await openPortal(page);
    const main = page.getByRole("main");
    await page.getByRole("button", { name: "Show client secret" }).click();
    const question = page.getByRole("dialog", { name: "Confirm it is you" });
    await question.getByText("To see a client secret.").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Show client secret" }).click();
    await confirm(page, developer.password);
    await main.getByText(clientSecret ?? "none").waitFor();
    expect(await applicationsOf(stack.url, developer.token)).toMatchObject([{ name, clientSecret }]);

    product.advance(301);
    troubles.expect(`answer 403: POST /api/developer/applications/${id}/rotate-secret`);
    await act(page, name, "Rotate client secret");
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByText("To rotate a client secret.").waitFor();
    await confirm(page, developer.password);
    await toast(page, "Client secret rotated").waitFor();
    const [changed] = await applicationsOf(stack.url, developer.token);
    expect(changed.clientSecret).toMatch(/^atcs_/);
    expect(changed.clientSecret).not.toBe(clientSecret);

    product.advance(301);
    troubles.expect(`answer 403: PUT /api/developer/applications/${id}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    await page.getByRole("button", { name: "Add URI" }).click();
    await page.getByLabel("Redirect URI 2", { exact: true }).fill("https://new.example.com/callback");
    await page.getByRole("button", { name: "Save" }).click();
    await confirm(page, developer.password);
    await toast(page, "Application updated").waitFor();
    await goWithin(page, "/dashboard/activity");
    await page.getByText("Redirect URI https://new.example.com/callback added").waitFor();
  },
);

once(
  "a client secret is given once where the service shows it once",
  { tags: ["embedded/one-process"] },
  async ({ visit, stack, expect }) => {
    const { name, developer } = await registerApplication(stack.url);
    const { page, context } = await visit({ token: developer.token });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openPortal(page);
    await page.getByText("It was shown once, when it was made.").waitFor();
    expect(await page.getByRole("button", { name: "Show client secret" }).count()).toBe(0);
    await act(page, name, "Rotate client secret");
    await page.getByRole("button", { name: "Rotate secret" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Save your client secret" });
    await dialog.getByText("It is on your clipboard now.").waitFor();
    const secret = await dialog.getByText(/^atcs_/).textContent();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I've saved the secret" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await page.content()).not.toContain(secret);
  },
);

describe.concurrent("an application", () => {
  story(
    "KY-10 gets a new secret, shows its claims, and is deleted once its name is typed",
    async ({ visit, stack, expect }) => {
      const { name, clientSecret, developer } = await registerApplication(stack.url);
      const { page } = await visit({ token: developer.token });
      await openPortal(page);
      await act(page, name, "Rotate client secret");
      const question = page.getByRole("alertdialog", { name: `Rotate the client secret of ${name}?` });
      await question.getByLabel("The present secret ends").selectOption("in one hour");
      await question.getByRole("button", { name: "Rotate secret" }).click();
      await toast(page, "Client secret rotated").waitFor();
      await question.waitFor({ state: "hidden" });
      const [changed] = await applicationsOf(stack.url, developer.token);
      expect(changed.clientSecret).not.toBe(clientSecret);
      await page.getByRole("button", { name: "Show client secret" }).click();
      await page.getByText(changed.clientSecret).waitFor();

      await act(page, name, "Preview your claims");
      const dialog = page.getByRole("dialog", { name: "Your claims" });
      const userinfo = dialog.getByRole("region", { name: "the claims of the Userinfo" });
      await userinfo.getByText(developer.email).waitFor();
      await dialog.getByLabel("email").uncheck();
      await expect.poll(() => userinfo.textContent()).not.toContain(developer.email);
      expect(await userinfo.textContent()).toContain(developer.username);
      await dialog.getByLabel("offline_access").check();
      await dialog.getByText("A refresh token comes too.").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      // The item of the menu that had the focus is gone.
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      await expect.poll(focused).toBe(`More for ${name}`);

      await act(page, name, "Delete");
      const deletion = page.getByRole("alertdialog", { name: `Delete ${name}?` });
      const remove = deletion.getByRole("button", { name: "Delete application" });
      expect(await remove.isDisabled()).toBe(true);
      await deletion.getByLabel(`Type ${name} to go on`).fill(name.slice(0, -1));
      await page.keyboard.press("Enter");
      expect(await remove.isDisabled()).toBe(true);
      await deletion.getByLabel(`Type ${name} to go on`).fill(name);
      await page.keyboard.press("Enter");
      await toast(page, "Application deleted").waitFor();
      await page.getByText("No applications yet").waitFor();
      expect(await applicationsOf(stack.url, developer.token)).toEqual([]);
    },
  );

  story("is chosen in the URL together with the language of the quick start", async ({ visit, stack, expect }) => {
    const first = await registerApplication(stack.url);
    const second = await registerApplication(stack.url, { developer: first.developer, name: "Second app" });
    const { page } = await visit({ token: first.developer.token });
    await openPortal(page);
    await page.getByText(`Let people sign in to ${first.name}.`).waitFor();
    await page.getByRole("button", { name: "Show the last requests of Second app" }).click();
    await page.getByLabel("Built with").selectOption("flask");
    const code = page.getByRole("region", { name: "the file app.py" });
    await code.getByText(second.clientId).waitFor();
    expect(address(page)).toBe(`/dashboard/developer?app=${second.id}&code=flask`);
    await page.reload();
    await code.getByText(second.clientId).waitFor();
    expect(await code.textContent()).toContain(stack.url);
  });
});
