import type { Page } from "playwright-core";
import { describe } from "vitest";
import { givenSignedInUser } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";

/** For each field that is visible or meant for a password manager: its name, or its value if unnamed, and what may fill it. */
const fillings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("form input:not([type=checkbox])")].map(
      ({ name, autocomplete, type }) => `${name || "(unnamed)"}: ${autocomplete} ${type}`,
    ),
  );

/** Copies a text from one field and pastes it into others with the usual keys. */
async function pasteInto(page: Page, source: string, targets: readonly string[]): Promise<string[]> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field(source).fill("pasted@example.com");
  await field(source).press("Control+A");
  await field(source).press("Control+C");
  const pasted: string[] = [];
  for (const target of targets) {
    await field(target).press("Control+V");
    pasted.push(await field(target).inputValue());
  }
  return pasted;
}

describe("password managers", () => {
  story(
    "FE-11 can read the purpose of each field, and every field accepts pasting",
    async ({ visit, stack, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page } = await visit();
      await enter(page, "/login");
      await page.getByLabel("Email").waitFor();
      expect(await fillings(page)).toEqual(["email: username webauthn email", "password: current-password password"]);
      expect(await pasteInto(page, "Email", ["Password"])).toEqual(["pasted@example.com"]);

      await page.goto("/register");
      await page.getByLabel("Email").waitFor();
      expect(await fillings(page)).toEqual([
        "firstName: given-name text",
        "lastName: family-name text",
        "email: email email",
        "username: username text",
        "password: new-password password",
      ]);
      const fields = ["First name", "Last name", "Username", "Password"];
      expect(await pasteInto(page, "Email", fields)).toEqual(fields.map(() => "pasted@example.com"));

      await page.goto("/resend-verification");
      await page.getByLabel("Email").waitFor();
      expect(await fillings(page)).toEqual(["email: email email"]);

      const { page: own } = await visit({ token });
      await own.goto("/dashboard");
      await own.getByRole("button", { name: "Change", exact: true }).click();
      const dialog = own.getByRole("dialog", { name: "Change password" });
      await dialog.waitFor();
      expect((await fillings(own)).slice(-4)).toEqual([
        "(unnamed): username text",
        "currentPassword: current-password password",
        "newPassword: new-password password",
        "confirmPassword: new-password password",
      ]);
      // A hidden password cannot be copied, so the test shows the first one.
      await dialog.getByRole("button", { name: "Show password" }).first().click();
      const others = ["New password", "Confirm new password"];
      expect(await pasteInto(own, "Current password", others)).toEqual(others.map(() => "pasted@example.com"));
    },
  );

  story("FE-11 can fill in the code of the second step", async ({ visit, expect }) => {
    const { page, troubles } = await visit();
    troubles.expect("answer 401: POST /api/auth/login");
    await page.route("**/api/auth/login", (route) =>
      route.fulfill({
        status: 401,
        contentType: "application/problem+json",
        body: JSON.stringify({ message: "2FA code required", code: "two_factor_required" }),
      }),
    );
    await enter(page, "/login");
    await page.getByLabel("Email").fill("123456@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.keyboard.press("Enter");
    const code = page.getByLabel("Two-Factor Authentication Code");
    await code.waitFor();
    expect((await fillings(page)).at(-1)).toBe("totpCode: one-time-code text");
    expect(await code.getAttribute("inputmode")).toBe("numeric");
    await page.getByLabel("Email").press("Control+A");
    await page.getByLabel("Email").press("Control+C");
    await code.press("Control+V");
    expect(await code.inputValue()).toBe("123456");
  });
});
