/** @module-tag smoke */
import { describe, onTestFinished } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { givenSignedInUser } from "../http/client.ts";
import { startServerSideApp } from "../sample-apps/server-side.ts";
import { startSinglePageApp } from "../sample-apps/single-page.ts";
import { submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** A registered application with a server of its own, which ends with the test. */
async function givenServerSideApp(issuer: string) {
  const app = await startServerSideApp();
  onTestFinished(() => app.close());
  const { clientId, clientSecret } = await registerApplication(issuer, { redirectUris: [app.redirectUri] });
  app.configure({ issuer, clientId, clientSecret: clientSecret ?? "" });
  return app;
}

describe("an application with a server", () => {
  story("signs a user in who was signed out, after a consent that is remembered", async ({ visit, stack, expect }) => {
    const app = await givenServerSideApp(stack.url);

    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    troubles.expect(`foreign request: ${app.url}`);
    await page.goto(app.url);
    await page.getByRole("link", { name: "Sign in with Attestory" }).click();
    await submitSignIn(page, person);
    await page.getByRole("heading", { name: "Ledgerline wants to access your account" }).waitFor();
    for (const scope of ["Verify your identity", "Access your profile information", "Access your email address"])
      await page.getByText(scope).waitFor();
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText(`Signed in as ${person.username}`).waitFor();

    // The consent is remembered: no screen asks again.
    await page.goto(`${app.url}/sign-in`);
    await page.getByText(`Signed in as ${person.username}`).waitFor();
    expect(page.url()).toBe(`${app.url}/`);

    await page.goto(`${stack.url}/dashboard`);
    await page.getByRole("button", { name: "Revoke the access of Ledgerline" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "Access revoked").waitFor();
    await page.getByText("No connected applications").waitFor();
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole("heading", { name: "Ledgerline wants to access your account" }).waitFor();
  });

  story("hears of a refusal", async ({ visit, stack }) => {
    const app = await givenServerSideApp(stack.url);
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    troubles.expect(`foreign request: ${app.url}`);
    await page.goto(`${app.url}/sign-in`);
    await submitSignIn(page, person);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("Not signed in: access_denied").waitFor();
  });
});

describe("a single-page application", () => {
  story("signs a user in without a secret, and stays signed in by refreshing", async ({ visit, stack }) => {
    const app = await startSinglePageApp();
    onTestFinished(() => app.close());
    const said = { name: "Chalkboard", redirectUris: [app.url], type: "public" };
    const { clientId } = await registerApplication(stack.url, said);
    const person = await givenSignedInUser(stack.url);
    app.configure({ issuer: stack.url, clientId });
    const { page, troubles } = await visit();
    troubles.expect(`foreign request: ${app.url}`);
    await page.goto(app.url);
    await page.getByRole("button", { name: "Sign in with Attestory" }).click();
    await submitSignIn(page, person);
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText(`Signed in as ${person.username}`).waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Refreshing").waitFor({ state: "hidden" });
    await page.getByText(`Signed in as ${person.username}`).waitFor();
  });
});
