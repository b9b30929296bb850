import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, emailTo, givenSignedInUser, newPerson, type Person, register, signIn } from "../http/client.ts";
import { plugIn } from "./authenticator.ts";
import { historyOf } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { story, storyOnStoppedClock } from "./story.ts";
import { address, focused, storedToken, toast } from "./visitor.ts";

const later = storyOnStoppedClock();

const shut = "Your account is shut";
const refusedSignIn = "answer 403: POST /api/auth/login";

async function askInSettings(page: Page, { username }: Person): Promise<void> {
  await enter(page, "/dashboard");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

async function deleteAccount(page: Page, person: Person): Promise<void> {
  await askInSettings(page, person);
  await page.getByRole("heading", { name: shut }).waitFor();
}

/** A signed-in owner, and the account alone, as a registration and a sign-in take it. */
async function givenOwner(url: string) {
  const person = newPerson();
  const { id, token } = await givenSignedInUser(url, person);
  return { person, id, token };
}

const askByCall = (url: string, token: string) => call(url, "DELETE /api/user", { token });

describe.concurrent("an account that its owner deletes", () => {
  story("is shut at once, and kept by the next sign-in", async ({ visit, stack, expect }) => {
    const { person, id, token } = await givenOwner(stack.url);
    const { page, troubles } = await visit({ token });
    await enter(page, "/dashboard");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete my account" });
    await dialog.getByLabel(`Type ${person.username} to confirm`).fill("someone else");
    expect(await dialog.getByRole("button", { name: "Delete my account" }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await deleteAccount(page, person);

    await expect.poll(() => focused(page)).toBe(shut);
    expect(await storedToken(page)).toBe(null);
    expect(address(page)).toBe("/account-shut");
    const date = await page.getByRole("main").getByRole("time").getAttribute("title");
    expect(date).toMatch(/^\d+ \w+ \d{4} at \d\d:\d\d UTC$/);
    await page.reload();
    await page.getByRole("link", { name: "Go to Login" }).click();

    troubles.expect(refusedSignIn);
    await submitSignIn(page, person);
    await page.getByRole("heading", { name: shut }).waitFor();
    expect((await historyOf(page)).join()).not.toContain(id);
    await page.getByRole("button", { name: "Keep my account" }).click();
    await page.getByRole("status").filter({ hasText: "Your account is kept" }).waitFor();
    await submitSignIn(page, person);
    await dashboard(page);
  });

  story("is deleted now where its owner says so twice, and its address is free", async ({ visit, stack, expect }) => {
    const { person, token } = await givenOwner(stack.url);
    const { page, troubles } = await visit({ token });
    await deleteAccount(page, person);
    await page.getByText("To delete it now, sign in once more.").waitFor();
    expect(await page.getByRole("button", { name: "Delete now" }).count()).toBe(0);
    await page.getByRole("link", { name: "Back to Login" }).click();
    troubles.expect(refusedSignIn);
    await submitSignIn(page, person);

    await page.getByRole("button", { name: "Delete now" }).click();
    await page.getByRole("heading", { name: "Delete your account now?" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: shut }).waitFor();
    await page.getByRole("button", { name: "Delete now" }).click();
    await page.getByRole("heading", { name: "Delete your account now?" }).waitFor();
    await page.getByRole("button", { name: "Delete now" }).click();
    await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();

    await expect.poll(() => focused(page)).toBe("Your account is deleted");
    await emailTo(stack.url, person.email, "was deleted");
    await register(stack.url, person);
  });

  story("is kept by the button of the email's link, which opening it is not", async ({ visit, stack, expect }) => {
    const { person, token } = await givenOwner(stack.url);
    await askByCall(stack.url, token);
    const { text } = await emailTo(stack.url, person.email, "will be deleted");
    const { pathname, search } = new URL(/^https?:.*keep-account.*$/m.exec(text)?.[0] ?? "");
    const { page, troubles } = await visit();

    await enter(page, pathname + search);
    await page.getByRole("heading", { name: "Keep your account" }).waitFor();
    await expect.poll(() => address(page)).toBe("/keep-account");
    expect((await historyOf(page)).join()).not.toContain(search);
    const refused = await call(stack.url, "POST /api/auth/login", {
      body: { email: person.email, password: person.password },
    });
    expect(refused.body.code).toBe("erasure_requested");

    await page.getByRole("button", { name: "Keep my account" }).click();
    await page.getByRole("heading", { name: "Your account is kept" }).waitFor();
    await signIn(stack.url, person);
    await page.getByRole("link", { name: "set a new password" }).click();
    await page.waitForURL("**/forgot-password");

    troubles.expect("answer 400: POST /api/user/erasure/cancel");
    await enter(page, pathname + search);
    await page.getByRole("button", { name: "Keep my account" }).click();
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  });

  story("is shown as shut to a passkey too", async ({ visit, stack }) => {
    const { token } = await givenOwner(stack.url);
    const { page, troubles } = await visit({ fresh: true, token });
    await plugIn(page);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Manage hardware keys" }).click();
    await page.getByRole("dialog", { name: "Hardware Keys" }).getByRole("button", { name: "Add a key" }).click();
    await toast(page, "Hardware key added").waitFor();
    await askByCall(stack.url, token);
    troubles.expect("answer 401");
    troubles.expect("answer 403: POST /api/auth/webauthn/login-complete");

    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: shut }).waitFor();
  });

  story("is shown as shut where a page asks to sign in again", async ({ visit, stack }) => {
    const { person, token } = await givenOwner(stack.url);
    // Long enough for the app's first look at the end of the session, three seconds after the screen.
    const { page, troubles } = await visit({ token, longestTimerMs: 5000 });
    await page.route("**/api/user/session", async (route) => {
      await askByCall(stack.url, token);
      await route.continue();
    });
    troubles.expect("answer 401: GET /api/user/session");
    troubles.expect(refusedSignIn);
    await page.goto("/dashboard");
    const question = page.getByRole("alertdialog", { name: "Sign in again" });
    await question.getByLabel("Password", { exact: true }).fill(person.password);
    await question.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByRole("heading", { name: shut }).waitFor();
  });
});

describe("an owner who signed in a while ago", () => {
  later(
    "is asked in the dialog, which then goes on with the deletion",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product }) => {
      const { person, token } = await givenOwner(stack.url);
      const { page, troubles } = await visit({ token });
      product.advance(301);
      troubles.expect("answer 403: DELETE /api/user");
      await askInSettings(page, person);
      const question = page.getByRole("dialog", { name: "Confirm it is you" });
      await question.getByText("To delete your account.").waitFor();
      await question.getByLabel("Current password").fill(person.password);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: shut }).waitFor();
    },
  );
});
