import { readFile } from "node:fs/promises";
import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { givenProtectedUser } from "../http/second-factors.ts";
import { dashboard, logOut, signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { focused, toast } from "./visitor.ts";

const codeField = (page: Page) => page.getByLabel("Two-Factor Authentication Code");
const theSwitch = (page: Page) => page.getByRole("switch", { name: "Two-factor authentication" });

/** Signs in with the password and waits until a code is asked for. */
async function reachCode(page: Page, person: { email: string; password: string }) {
  await page.goto("/login");
  await submitSignIn(page, person);
  await codeField(page).waitFor();
}

async function finishSignIn(page: Page, code: string) {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Goes through the first two steps with the shown secret, which it returns. */
async function enable(page: Page): Promise<string> {
  await theSwitch(page).click();
  await page.waitForURL("**/setup-2fa");
  await page.getByRole("img", { name: "QR code" }).waitFor();
  const secret = (await page.getByRole("main").locator("code").innerText()).replaceAll(/\s/g, "");
  await page.getByRole("button", { name: "I've Scanned the Code" }).click();
  await page.getByLabel("6-digit code").fill(codeAt(secret, new Date()));
  await page.getByRole("button", { name: "Verify & Enable" }).click();
  await page.getByText("2FA Enabled Successfully").waitFor();
  return secret;
}

describe.concurrent("two-factor authentication", () => {
  story("U6 is set up in three steps, and then asked for at sign-in", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit();
    await signIn(page, person);
    expect(await theSwitch(page).getAttribute("aria-checked")).toBe("false");
    const secret = await enable(page);
    expect(
      await page
        .getByRole("listitem")
        .filter({ hasText: /^[0-9A-Z-]{29}$/ })
        .count(),
    ).toBe(10);
    const back = page.getByRole("button", { name: "Back to Dashboard" });
    expect(await back.isDisabled()).toBe(true);
    await page.getByLabel("I have saved these codes").check();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dashboard(page);
    await expect.poll(() => theSwitch(page).getAttribute("aria-checked")).toBe("true");
    await page.getByText("10 of 10 left").waitFor();
    await page.goto("/setup-2fa");
    await page.getByText("2FA Already Enabled").waitFor();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dashboard(page);
    await logOut(page);

    troubles.expect("answer 401: POST /api/auth/login");
    await submitSignIn(page, person);
    await expect.poll(() => focused(page)).toBe("totpCode");
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await finishSignIn(page, wrongCode(secret, new Date()));
    await toast(page, "Login failed").waitFor();
    await page.getByText("This code is not right").first().waitFor();
    expect(await page.getByText("Email or password is not right").count()).toBe(0);
    await finishSignIn(page, codeAt(secret, new Date(), 1));
    await dashboard(page);
    await toast(page, "Login failed").waitFor({ state: "hidden" });
  });

  story("refuses a code of fewer digits, and goes back to the QR code", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit({ token: person.token });
    await page.goto("/setup-2fa");
    const secret = await page.getByRole("main").locator("code").innerText();
    await page.getByRole("button", { name: "I've Scanned the Code" }).click();
    await expect.poll(() => focused(page)).toBe("totpCode");
    const field = page.getByLabel("6-digit code");
    await field.pressSequentially("12 3-a4");
    expect(await field.inputValue()).toBe("1234");
    expect(await page.getByRole("button", { name: "Verify & Enable" }).isDisabled()).toBe(true);
    await page.keyboard.press("Enter");
    await toast(page, "Invalid code").getByText("Please enter a 6-digit code from your authenticator app.").waitFor();
    await field.pressSequentially("56789");
    expect(await field.inputValue()).toBe("123456");
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByRole("main").locator("code").innerText()).toBe(secret);
    await page.getByRole("link", { name: "Cancel" }).click();
    await dashboard(page);
    expect(await theSwitch(page).getAttribute("aria-checked")).toBe("false");
  });

  story("TF-11 lets a recovery code in once, and says how many are left", async ({ visit, stack, expect }) => {
    const person = await givenProtectedUser(stack.url);
    const [code = ""] = person.recoveryCodes;
    const { page, troubles } = await visit();
    troubles.expect("answer 401: POST /api/auth/login");
    const enterCode = async () => {
      await reachCode(page, person);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill(code.toLowerCase());
      await page.getByRole("button", { name: "Sign In" }).click();
    };
    await enterCode();
    await toast(page, "9 recovery codes left").waitFor();
    await dashboard(page);
    await page.getByText("9 of 10 left").waitFor();
    await logOut(page);
    await enterCode();
    await page.getByText("This code is not right").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  story("TF-11 shows new recovery codes once, to copy, download and print", async ({ visit, stack, expect }) => {
    const person = await givenProtectedUser(stack.url);
    const { page, context } = await visit({ token: person.token });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "New codes" }).click();
    await page.getByRole("button", { name: "Make new codes" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Your new recovery codes" });
    await dialog.getByRole("listitem").nth(9).waitFor();
    const codes = await dialog.getByRole("listitem").allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(codes.some((code) => person.recoveryCodes.includes(code))).toBe(false);
    await page.keyboard.press("Escape");
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("attestory-recovery-codes.txt");
    const text = await readFile(await download.path(), "utf8");
    expect(codes.every((code) => text.includes(code))).toBe(true);

    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".printout").innerText()).toContain(codes[9] ?? "no code");
    expect(await page.getByText("Account settings").isVisible()).toBe(false);
    expect(await dialog.isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    expect(await page.locator(".printout").isVisible()).toBe(false);

    await dialog.getByLabel("I have saved these codes").check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("10 of 10 left").waitFor();
    expect(await page.content()).not.toContain(codes[0]);
  });

  story("ends by the switch, after a question", async ({ visit, stack, expect }) => {
    const person = await givenProtectedUser(stack.url);
    const { page } = await visit({ token: person.token });
    await page.goto("/dashboard");
    await theSwitch(page).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await theSwitch(page).getAttribute("aria-checked")).toBe("true");
    await theSwitch(page).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
    await toast(page, "2FA disabled").waitFor();
    await expect.poll(() => theSwitch(page).getAttribute("aria-checked")).toBe("false");
    await expect.poll(() => page.getByText("Recovery codes").count()).toBe(0);
    await logOut(page);
    await signIn(page, person);
  });
});

describe("a trusted browser", () => {
  story("is not asked for a code until its trust is revoked", async ({ visit, stack, expect }) => {
    const person = await givenProtectedUser(stack.url);
    const { page, troubles } = await visit();
    troubles.expect("answer 401: POST /api/auth/login");
    await reachCode(page, person);
    await page.getByLabel("Do not ask in this browser for 30 days").check();
    await finishSignIn(page, codeAt(person.secret, new Date(), 1));
    await dashboard(page);
    await logOut(page);
    await signIn(page, person);

    await page.getByRole("button", { name: "Manage active sessions" }).click();
    const dialog = page.getByRole("dialog", { name: "Active Sessions" });
    await dialog.getByText("with a password in a trusted browser").waitFor();
    await dialog.getByText("not asked for a second factor until").waitFor();
    await dialog.getByRole("button", { name: /^Revoke the trust in/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "Trust revoked").waitFor();
    await expect.poll(() => dialog.getByText("Trusted browsers").count()).toBe(0);
    await dialog.getByRole("button", { name: "Done" }).click();
    await logOut(page);
    await reachCode(page, person);
    expect(await page.getByLabel("Do not ask in this browser for 30 days").isChecked()).toBe(false);
  });
});
