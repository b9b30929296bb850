import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { givenApiKey } from "../http/api-key-calls.ts";
import { givenDeveloper, redirectUri, registerApplication } from "../http/applications.ts";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { givenCode } from "../http/grants.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { registerClient } from "../http/registration-calls.ts";
import { knowingAll } from "../http/stored-log.ts";
import { storyOn } from "./story.ts";
import { toast } from "./visitor.ts";

/** A product of the admins' stories: elsewhere tests make applications, whose logos these screens would load. */
const alone = storyOn({ SESSION_IDLE_SECONDS: "3597" });

const row = (page: Page, name: string) => page.getByRole("row", { name });

describe.concurrent("an admin", () => {
  alone("AP-12 hands an application over to another developer", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url, { name: "Sample Notes" });
    const { developer } = application;
    const next = await givenDeveloper(stack.url);
    const { token } = await givenAdmin(stack);
    await knowingAll(stack);
    const { page } = await visit({ token });
    await page.goto(`/admin/access?show=applications&user=${developer.id}`);
    await row(page, "Sample Notes").getByText(developer.username).waitFor();
    await page.getByRole("button", { name: "Manage Sample Notes" }).click();
    await page.getByRole("button", { name: "Hand over" }).click();
    const handOver = page.getByRole("dialog", { name: "Hand over Sample Notes" });
    await handOver.getByLabel("New owner").fill(next.username);
    await handOver.getByRole("radio", { name: new RegExp(next.username) }).check();

    await handOver.getByRole("button", { name: "Hand over" }).click();

    await toast(page, "Application handed over").waitFor();
    await page.getByText("No such applications").waitFor();
    await page.getByRole("button", { name: "Only of one user: show everybody" }).click();
    await row(page, "Sample Notes").getByText(next.username).waitFor();
    const headers = await knowingAll(stack);
    const own = { token: next.token, headers };
    const { body } = await askUntilUpToDate(() => call(stack.url, "GET /api/developer/applications", own));
    expect(body.applications).toMatchObject([{ id: application.id }]);
  });

  alone("KY-12 revokes the API key of another user", async ({ visit, stack, expect }) => {
    const owner = await givenSignedInUser(stack.url);
    const name = `Report ${newPerson().username}`;
    const key = await givenApiKey(stack, owner, { name });
    const { token } = await givenAdmin(stack);
    const { page } = await visit({ token });
    await page.goto("/admin/access");
    await page.getByRole("button", { name: `Revoke the API key ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "API key revoked").waitFor();
    await row(page, name).waitFor({ state: "hidden" });
    expect((await call(stack.url, "GET /api/system/health", { token: key.keyValue })).status).toBe(401);
  });

  alone("RS-11 rotates the keys that sign tokens, at once", async ({ visit, stack, expect }) => {
    const { token } = await givenAdmin(stack);
    await knowingAll(stack);
    const { page } = await visit({ token });
    await page.goto("/admin/signing-keys");
    await page.getByRole("radio", { name: /^At once Without/ }).check();
    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate" }).click();
    await toast(page, "Signing keys rotated").waitFor();
    for (const state of ["Next", "Previous"])
      await expect.poll(() => page.getByText(state, { exact: true }).count()).toBe(2);
  });

  alone("CM-04 allows an address, and removes it", async ({ visit, stack }) => {
    const { token } = await givenAdmin(stack);
    await knowingAll(stack);
    const { page } = await visit({ token });
    await page.goto("/admin/client-sources");
    await page.getByRole("button", { name: "Allow Address" }).click();
    const dialog = page.getByRole("dialog", { name: "Allow an Address" });
    await dialog.getByRole("textbox", { name: "Address" }).fill("tools.example/clients/");
    await dialog.getByRole("button", { name: "Allow Address" }).click();
    await page.getByRole("button", { name: "Remove https://tools.example/clients/" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await toast(page, "Address removed").waitFor();
    await page.getByText("Removed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove https://tools.example/clients/" }).waitFor({ state: "hidden" });
  });

  alone(
    "DR-01 makes a token, with which an application registers, and revokes it",
    async ({ visit, stack, expect }) => {
      const { token } = await givenAdmin(stack);
      await knowingAll(stack);
      const { page } = await visit({ token });
      await page.goto("/admin/initial-access-tokens");
      await page.getByRole("button", { name: "New Token" }).click();
      await page.getByRole("textbox", { name: "Label" }).fill("Build server");
      await page.getByRole("textbox", { name: "Uses" }).fill("2");
      await page.getByRole("button", { name: "Make Token" }).click();
      const initial =
        (await page.getByRole("alertdialog", { name: "Your token is ready" }).locator("code").last().textContent()) ??
        "";
      await page.getByRole("button", { name: "Done" }).click();
      await row(page, "Build server").getByText("0 of 2").waitFor();
      const metadata = { client_name: "Ledgerline", redirect_uris: [redirectUri] };
      expect((await registerClient(stack.url, initial, metadata)).status).toBe(201);

      await page.getByRole("button", { name: "Revoke the token Build server" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();

      await toast(page, "Token revoked").waitFor();
      await row(page, "Build server").getByText("Revoked", { exact: true }).waitFor();
      await row(page, "Build server").getByText("1 of 2").waitFor();
      expect((await registerClient(stack.url, initial, metadata)).status).toBe(401);
    },
  );

  alone("sees and ends what may act for one user on that user's page", async ({ visit, stack, expect }) => {
    const [owner, application] = [await givenDeveloper(stack.url), await registerApplication(stack.url)];
    await registerApplication(stack.url, { developer: owner, name: "Sample Notes" });
    await givenCode({ url: stack.url, user: owner, application });
    const roles = { isPro: true, isDeveloper: true };
    for (const name of ["Nightly report", "Old script"]) await givenApiKey(stack, owner, { name, roles });
    const { token } = await givenAdmin(stack);
    const headers = await knowingAll(stack);
    for (const list of ["api-keys", "applications", "consents"]) {
      await askUntilUpToDate(() => call(stack.url, `GET /api/admin/${list}`, { token, headers }));
    }
    const { page } = await visit({ token });
    await page.goto(`/admin/users/${owner.id}`);
    await row(page, "Nightly report").waitFor();
    await row(page, "Ledgerline").waitFor();
    await row(page, "Sample Notes").waitFor();
    expect(await page.getByRole("columnheader", { name: /Owner|User/ }).count()).toBe(0);

    await page.getByRole("button", { name: "Revoke the API key Old script" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "API key revoked").waitFor();
    await row(page, "Old script").waitFor({ state: "hidden" });
    await page.getByText("ApiKeyRevoked", { exact: true }).waitFor();
    expect(await row(page, "Nightly report").getByText("Inactive", { exact: true }).count()).toBe(0);

    await page.getByRole("button", { name: "Manage Sample Notes" }).click();
    await page.getByRole("button", { name: "Suspend Sample Notes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
    await toast(page, "Application status updated").waitFor();
    await page.getByRole("button", { name: "Activate Sample Notes" }).waitFor();
    await page.keyboard.press("Escape");
    await row(page, "Sample Notes").getByText("Suspended", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Force reset" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Force reset" }).click();
    await toast(page, "Password reset sent").waitFor();
    await row(page, "Nightly report").getByText("Inactive", { exact: true }).waitFor();
  });

  alone("EV-12 sends a test email, which the dev inbox shows without a mail server", async ({ visit, stack }) => {
    const { token, email } = await givenAdmin(stack);
    const { page } = await visit({ token });
    await page.goto("/admin/mail");
    await page.getByText("There is no mail server").waitFor();
    await page.getByRole("button", { name: "Send test email" }).click();
    await page.getByText(`The test email to ${email} is in the dev inbox.`).waitFor();
  });
});
