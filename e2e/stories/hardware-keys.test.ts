import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { type Authenticator, plugIn } from "./authenticator.ts";
import { dashboard, logOut, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { focused, toast } from "./visitor.ts";

async function openKeys(page: Page) {
  await page.getByRole("button", { name: "Manage hardware keys" }).click();
  return page.getByRole("dialog", { name: "Hardware Keys" });
}

/** Opens the dashboard and adds a first key there. */
async function addFirstKey(page: Page): Promise<Authenticator> {
  const authenticator = await plugIn(page);
  await page.goto("/dashboard");
  const dialog = await openKeys(page);
  await dialog.getByText("No hardware keys registered").waitFor();
  await dialog.getByRole("button", { name: "Add a key" }).click();
  const codes = page.getByRole("alertdialog", { name: "Your key is your second factor now" });
  await codes.getByLabel("I have saved these codes").check();
  await codes.getByRole("button", { name: "Done" }).click();
  // A new key asks for its name.
  await dialog.getByLabel("Name of the key").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: /^Remove / }).waitFor();
  return authenticator;
}

const keysOf = async (url: string, token: string) =>
  (await call(url, "GET /api/user/hardware-keys", { token })).body.hardwareKeys as { id: string; name: string }[];

describe("hardware keys", () => {
  story("are added with recovery codes, renamed and removed", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token });
    const authenticator = await addFirstKey(page);
    await toast(page, "Hardware key added").waitFor();
    expect(await authenticator.credentials()).toBe(1);
    const [added] = await keysOf(stack.url, token);
    const dialog = page.getByRole("dialog", { name: "Hardware Keys" });

    await dialog.getByRole("button", { name: `Rename ${added?.name}` }).click();
    const field = dialog.getByLabel("Name of the key");
    await expect.poll(() => focused(page)).toBe("name");
    await field.fill("Blue key on my ring");
    await field.press("Enter");
    await toast(page, "Hardware key updated").waitFor();
    await dialog.getByText("Blue key on my ring").waitFor();
    expect(await keysOf(stack.url, token)).toMatchObject([{ name: "Blue key on my ring" }]);

    await dialog.getByRole("button", { name: "Remove Blue key on my ring" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove Blue key on my ring?" });
    await question.getByText("It is your only key and your only second factor").waitFor();
    await expect.poll(() => focused(page)).toBe("Cancel");
    await question.getByRole("button", { name: "Remove" }).click();
    await toast(page, "Hardware key removed").waitFor();
    await dialog.getByText("No hardware keys registered").waitFor();
    expect(await keysOf(stack.url, token)).toEqual([]);
  });

  story("are not renamed to nothing, to the same name, or by Escape", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token });
    await addFirstKey(page);
    const [{ name = "" } = {}] = await keysOf(stack.url, token);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
    const dialog = page.getByRole("dialog", { name: "Hardware Keys" });
    const rename = async () => {
      await dialog.getByRole("button", { name: `Rename ${name}` }).click();
      return dialog.getByLabel("Name of the key");
    };
    await (await rename()).press("Enter");
    await dialog.getByLabel("Name of the key").waitFor({ state: "hidden" });
    const field = await rename();
    await field.fill("   ");
    await field.press("Enter");
    await dialog.getByText("Please enter a name").waitFor();
    await field.fill("another name");
    await field.press("Escape");
    await field.waitFor({ state: "hidden" });
    await dialog.getByText(name, { exact: true }).waitFor();
    expect(sent).toEqual([]);
  });

  story("are not added when the key does not know its user, or holds one already", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token });
    const authenticator = await addFirstKey(page);
    const dialog = page.getByRole("dialog", { name: "Hardware Keys" });
    await dialog.getByRole("button", { name: "Add a key" }).click();
    await toast(page, "This key is registered to your account already.").waitFor();
    await authenticator.recogniseUser(false);
    await dialog.getByRole("button", { name: "Add a key" }).click();
    await toast(page, "No credential created").waitFor();
    await toast(page, "Registration failed").waitFor();
    expect(await keysOf(stack.url, token)).toHaveLength(1);
  });

  story("are not supported where the browser has no WebAuthn", async ({ visit, stack }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token });
    await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    await page.goto("/dashboard");
    const dialog = await openKeys(page);
    await dialog.getByRole("button", { name: "Add a key" }).click();
    await toast(page, "Not Supported").filter({ hasText: "WebAuthn is not supported in this browser." }).waitFor();
  });
});

describe("signing in with a key", () => {
  story("completes a password as its second factor", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ fresh: true, token: person.token });
    await addFirstKey(page);
    await page.getByRole("button", { name: "Done" }).click();
    await logOut(page);
    troubles.expect("answer 401: POST /api/auth/login");
    await submitSignIn(page, person);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("button", { name: "Use a hardware key" }).click();
    await dashboard(page);
    await (await openKeys(page)).getByText("last used").waitFor();
    expect(await page.getByText("never used").count()).toBe(0);
  });

  story("needs no username and no password as a passkey", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token: person.token });
    await addFirstKey(page);
    await page.getByRole("button", { name: "Done" }).click();
    await logOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await dashboard(page);
    await page.getByText(`Signed in as ${person.email}`).waitFor();
  });

  story("stays possible with the password after a passkey was declined", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true });
    const authenticator = await plugIn(page);
    await authenticator.recogniseUser(false);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await toast(page, "No key was used. Try again, or sign in another way.").waitFor();
    await submitSignIn(page, person);
    await dashboard(page);
  });

  story("is offered where the browser fills in the username", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token: person.token });
    await addFirstKey(page);
    await page.getByRole("button", { name: "Done" }).click();
    await logOut(page);
    await page.getByLabel("Email").click();
    await dashboard(page);
  });
});

describe("an account with a passkey", () => {
  story("can do without a password, and get one again", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true, token: person.token });
    await addFirstKey(page);
    await page.getByRole("button", { name: "Done" }).click();
    const changePassword = page.getByRole("button", { name: "Change", exact: true });
    await changePassword.click();
    await page.getByRole("button", { name: "Remove password" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove your password?" });
    await question.getByRole("button", { name: "Remove password" }).click();
    await toast(page, "Password removed").waitFor();
    const { email } = person;
    const signIn = (password: string) =>
      call(stack.url, "POST /api/auth/login", { body: { email, password } }).then(({ body }) => body.code);
    expect(await signIn(person.password)).toBe("invalid_credentials");

    await logOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await dashboard(page);
    await page.getByRole("button", { name: "Manage hardware keys" }).click();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByText("your account has no password. Set a password before you remove it.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Set", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Set password" });
    await dialog.getByLabel("New password", { exact: true }).fill("a wholly new password");
    await dialog.getByLabel("Confirm new password").fill("a wholly new password");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await toast(page, "Password updated").waitFor();
    expect(await signIn("a wholly new password")).toBe("two_factor_required");
    await changePassword.waitFor();
  });
});
