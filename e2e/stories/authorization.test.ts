import type { Page } from "playwright-core";
import { describe } from "vitest";
import { redirectUri, registerApplication } from "../http/applications.ts";
import { givenVisitor, queryOf, requestOf } from "../http/authorizations.ts";
import { givenSignedInUser } from "../http/client.ts";
import { givenProtectedUser, type ProtectedUser } from "../http/second-factors.ts";
import { dashboard, formReady, signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";

describe.concurrent("a request for authorization", () => {
  story("FE-04 leads nowhere from a redirect URI that is not the application's", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    await signIn(page, person);
    troubles.expect("answer 400: GET /oauth/authorize");
    for (const redirect_uri of ["javascript:alert(1)", "https://evil.example/callback", `${redirectUri}/`, ""]) {
      const address = `${stack.url}/oauth/authorize?${queryOf(requestOf(application, { redirect_uri }))}`;
      const answer = await page.goto(address);
      expect([redirect_uri, answer?.status()]).toEqual([redirect_uri, 400]);
      await page.getByRole("heading", { name: "Invalid Request" }).waitFor();
      expect(await page.getByText("The authorization request is invalid or malformed.").count()).toBe(1);
      expect(await page.getByRole("button").count()).toBe(0);
      expect(await page.getByText(/Deny|Authorize/).count()).toBe(0);
      expect(page.url()).toBe(address);
    }
  });

  story("U5 says that an application asks again, or for more than before", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const visitor = await givenVisitor(stack.url);
    const { person } = visitor;
    if (person === null) throw new Error("nobody is signed in");
    const before = requestOf(application, { scope: "openid profile" });
    await visitor.authorize(before);
    expect((await visitor.consent(before)).status).toBe(200);
    const { page } = await visit();
    await signIn(page, person);
    for (const [scope, title] of [
      ["openid profile", "Ledgerline asks for access again"],
      ["openid profile email", "Ledgerline asks for more than before"],
    ] as const) {
      await page.goto(`/oauth/authorize?${queryOf(requestOf(application, { scope, prompt: "consent" }))}`);
      await page.getByRole("heading", { name: title }).waitFor();
    }
  });

  story("AZ-19 asks a visitor to sign in, and keeps the exact request", async ({ visit, stack, expect }) => {
    const application = await registerApplication(stack.url);
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    const query = queryOf(requestOf(application, { state: "a&b=c%20 d+é", prompt: "login" }));
    await page.goto(`/oauth/authorize?${query}`);
    await page.waitForURL("**/login?redirect=*");
    expect(new URL(page.url()).searchParams.get("redirect")).toBe(`/oauth/authorize?${query}`);
    await submitSignIn(page, person);
    await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
    expect(page.url()).toBe(`${stack.url}/oauth/authorize?${query}`);
  });

  story(
    "oidcc-prompt-login says that the application asks for it, and asks for both factors before consent",
    async ({ visit, stack, expect }) => {
      const application = await registerApplication(stack.url);
      const person = await givenProtectedUser(stack.url);
      const { page, troubles } = await visit();
      troubles.expect("answer 401: POST /api/auth/login");
      await signInByCode(page, person);
      await page.goto(`/oauth/authorize?${queryOf(requestOf(application, { prompt: "login" }))}`);
      const question = page.getByRole("dialog", { name: "Confirm it is you" });
      await question.getByText("Ledgerline asks you to sign in again.").waitFor();
      expect(await question.getByRole("button", { name: "Use your authenticator app" }).count()).toBe(0);
      await question.getByLabel("Current password").fill(person.password);
      await formReady(page);
      await question.getByRole("button", { name: "Confirm", exact: true }).click();
      await question.getByRole("button", { name: "Use a recovery code" }).click();
      await question.getByLabel("Recovery code").fill(person.recoveryCodes[1] ?? "");
      await question.getByRole("button", { name: "Confirm", exact: true }).click();
      await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
      expect(await question.count()).toBe(0);
    },
  );

  story(
    "asks for a second factor that the application prefers, and lets its user go on without",
    async ({ visit, stack, expect }) => {
      const application = await registerApplication(stack.url);
      const person = await givenProtectedUser(stack.url);
      const { page, troubles } = await visit();
      troubles.expect("answer 401: POST /api/auth/login");
      await signInByCode(page, person, true);
      await page.goto("/dashboard");
      await page.getByRole("button", { name: /^Account menu/ }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await page.waitForURL("**/login");
      const sent = requestOf(application, { acr_values: "urn:attestory:acr:2fa", login_hint: person.email });
      await page.goto(`/oauth/authorize?${queryOf(sent)}`);
      await page.waitForURL("**/login?redirect=*");
      // oidcc-login-hint: the address is there.
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
      await page.getByLabel("Password", { exact: true }).fill(person.password);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Confirm it is you" });
      await question.getByText("Ledgerline asks for your second factor.").waitFor();
      await question.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Go on without" }).click();
      await page.getByRole("button", { name: "Authorize", exact: true }).waitFor();
    },
  );
});

/** Signs in with the first recovery code. */
async function signInByCode(page: Page, person: ProtectedUser, trusts = false): Promise<void> {
  await page.goto("/login");
  await submitSignIn(page, person);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(person.recoveryCodes[0] ?? "");
  if (trusts) await page.getByLabel("Do not ask in this browser for 30 days").check();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await dashboard(page);
}
