import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { registerApplication } from "../http/applications.ts";
import { givenSignedInUser, newPerson } from "../http/client.ts";
import { openSinglePageApplication, type SinglePageApplication } from "./single-page-application.ts";
import { submitRegistration, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";

/** What the page of the application holds. */
interface Signed {
  profile: { sub: string };
  access_token: string;
}
interface Manager {
  signinPopup(): Promise<Signed>;
  signinSilent(): Promise<Signed>;
  getUser(): Promise<Signed | null>;
  revokeTokens(): Promise<void>;
  signoutPopup(): Promise<void>;
}

let application: SinglePageApplication;
beforeAll(async () => {
  application = await openSinglePageApplication();
});
afterAll(() => application.close());

/** Registers it at the product, and opens its page. */
async function open(page: Page, url: string): Promise<void> {
  const { clientId } = await registerApplication(url, {
    type: "public",
    redirectUris: [application.redirectUri],
    postLogoutRedirectUris: [application.afterSignOut],
    allowFrameSignIn: true,
  });
  application.configure({ authority: url, client_id: clientId, scope: "openid profile" });
  await page.goto(application.url);
}

/** Calls the library in the application's page. */
const asks = <Result>(page: Page, ask: (manager: Manager) => Promise<Result>): Promise<Result> =>
  page.evaluate(`(${ask})(manager)`);

/** The page is left before the library's promise could resolve. */
const leavesToSignIn = (page: Page, how: object = {}): Promise<void> =>
  page.evaluate(`void manager.signinRedirect(${JSON.stringify(how)})`);

const consents = (page: Page) => page.getByRole("button", { name: "Authorize", exact: true }).click();

story(
  "FO-01 an application signs in by a window of its own, renews in a frame, and signs out",
  async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, context, troubles } = await visit();
    troubles.expect("foreign request: ");
    await open(page, stack.url);
    const opening = context.waitForEvent("page");
    const signingIn = asks(page, (manager) => manager.signinPopup());
    const popup = await opening;
    await popup.waitForURL("**/login?redirect=*");
    // The library also finds a window that has lost its opener. Its older versions and other libraries do not.
    const hasOpener = () => popup.evaluate(() => window.opener !== null);
    expect(await hasOpener()).toBe(true);
    // A reload is a page of its own, with headers of its own.
    await popup.reload();
    expect(await hasOpener()).toBe(true);
    await submitSignIn(popup, person);
    await popup.getByRole("button", { name: "Authorize", exact: true }).waitFor();
    expect(await hasOpener()).toBe(true);
    await consents(popup);
    const signedIn = await signingIn;
    expect(signedIn.profile.sub).toBe(person.id);
    await expect.poll(() => popup.isClosed()).toBe(true);

    const renewed = await asks(page, (manager) => manager.signinSilent());
    expect(renewed.profile.sub).toBe(person.id);
    expect(renewed.access_token).not.toBe(signedIn.access_token);

    await leavesToSignIn(page);
    await page.waitForFunction(() => document.title === "Back");
    const user = await asks(page, (manager) => manager.getUser());
    expect(user?.profile.sub).toBe(person.id);

    await asks(page, (manager) => manager.revokeTokens());
    const closing = context.waitForEvent("page").then((window) => window.waitForEvent("close"));
    await asks(page, (manager) => manager.signoutPopup());
    await closing;
    expect(await asks(page, (manager) => manager.getUser())).toBeNull();
    const answer = await fetch(`${stack.url}/api/oauth/userinfo`, {
      headers: { authorization: `Bearer ${user?.access_token}` },
    });
    expect(answer.status).toBe(401);
    troubles.expect("answer 401: GET /api/auth/me");
    await page.goto(`${stack.url}/login`);
    await page.getByRole("heading", { name: "Sign In" }).waitFor();
  },
);

story(
  "U1 U4 FO-04 an application sends a newcomer to register, and gets them back",
  async ({ visit, stack, expect }) => {
    const person = newPerson();
    const { page, context, troubles } = await visit();
    troubles.expect("foreign request: ");
    await open(page, stack.url);
    await leavesToSignIn(page, { prompt: "create" });
    await page.waitForURL("**/register?redirect=*");
    await page.getByText("You then go on to Ledgerline").waitFor();
    // Detours keep the way back.
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/login?redirect=*");
    await page.getByRole("link", { name: "Sign Up", exact: true }).click();
    await page.waitForURL("**/register?redirect=*");
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/login?redirect=*");
    await page.getByRole("link", { name: "Create an account" }).click();
    await submitRegistration(page, person);
    await page.getByText("Check your email", { exact: true }).waitFor();

    // The link of the email opens in another tab, and leads back as well.
    const inbox = await context.newPage();
    await inbox.goto("/dev/inbox");
    const message = inbox.getByRole("article").filter({ hasText: person.email });
    await message.getByRole("link", { name: /verify-email/ }).click();
    await inbox.getByRole("link", { name: "Go on to Ledgerline" }).waitFor();

    // The tab that waited goes on by itself: nobody types the password twice.
    await consents(page);
    await page.waitForFunction(() => document.title === "Back");
    expect(await asks(page, (manager) => manager.getUser())).toMatchObject({ profile: { sub: expect.any(String) } });
  },
);
