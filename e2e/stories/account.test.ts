import { describe } from "vitest";
import { call, emailTo, givenSignedInUser } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { submitPassword } from "./steps.ts";
import { story } from "./story.ts";
import { focused, toast } from "./visitor.ts";

describe.concurrent("account settings", () => {
  story(
    "keep a changed name after a reload, and what was entered if it is rejected",
    async ({ visit, stack, expect }) => {
      const { token } = await givenSignedInUser(stack.url);
      const { page } = await visit({ token });
      await enter(page, "/dashboard");
      await page.getByLabel("First name").fill("Zoë");
      await page.getByLabel("Last name").fill("Øster");
      await page.keyboard.press("Enter");
      await toast(page, "Profile updated").waitFor();
      await page.getByRole("button", { name: "Account menu of ZØ" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Account menu of ZØ" }).waitFor();
      expect(await page.getByLabel("First name").inputValue()).toBe("Zoë");
      expect(await page.getByLabel("Last name").inputValue()).toBe("Øster");
      expect(await page.getByLabel("Email").isEditable()).toBe(false);

      await page.getByLabel("Last name").fill("x".repeat(101));
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Use at most 100 characters").waitFor();
      await expect.poll(() => focused(page)).toBe("lastName");
      expect(await page.getByLabel("Last name").inputValue()).toHaveLength(101);
    },
  );
});

describe.concurrent("changing the password", () => {
  story("shows each field's error and keeps the dialog open", async ({ visit, stack, expect }) => {
    const { token, password } = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ token });
    await enter(page, "/dashboard");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });

    await submitPassword(page, { current: password, next: "short", confirmed: "short" });
    await toast(page, "Password too short").getByText("Password must be at least 8 characters long.").waitFor();
    await expect.poll(() => focused(page)).toBe("newPassword");
    await dialog.getByRole("alert").filter({ hasText: "Password must be at least 8 characters long." }).waitFor();

    await submitPassword(page, { current: password, next: "a new long one", confirmed: "another long one" });
    const mismatch = "New password and confirm password don't match.";
    await toast(page, "Password mismatch").getByText(mismatch).waitFor();
    await expect.poll(() => focused(page)).toBe("confirmPassword");
    await dialog.getByRole("alert").filter({ hasText: mismatch }).waitFor();

    troubles.expect("answer 400: PUT /api/user/password");
    await submitPassword(page, { current: "not my password", next: "a new long one", confirmed: "a new long one" });
    await toast(page, "Password change failed").waitFor();
    await expect.poll(() => focused(page)).toBe("currentPassword");
    expect(await dialog.getByLabel("New password", { exact: true }).inputValue()).toBe("a new long one");

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect((await call(stack.url, "GET /api/auth/me", { token })).status).toBe(200);
  });

  story("ends every other session, keeps this one and sends an email", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const here = await visit({ token: person.token });
    await enter(here.page, "/login");
    const login = await call(stack.url, "POST /api/auth/login", {
      body: { email: person.email, password: person.password },
    });
    const there = await visit({ token: login.body.token });
    await there.page.goto("/dashboard");
    await there.page.getByRole("heading", { name: "Security" }).waitFor();

    await here.page.getByRole("button", { name: "Change", exact: true }).click();
    await submitPassword(here.page, { current: person.password, next: "a new long one", confirmed: "a new long one" });
    await toast(here.page, "Password updated").waitFor();
    await here.page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect.poll(() => focused(here.page)).toBe("Change");
    await here.page.reload();
    await here.page.getByRole("heading", { name: "Security" }).waitFor();

    there.troubles.expect("answer 401: PUT /api/user/profile");
    await there.page.getByLabel("First name").fill("Too late");
    await there.page.getByRole("button", { name: "Save" }).click();
    const question = there.page.getByRole("alertdialog", { name: "Sign in again" });
    await question.getByRole("button", { name: "Leave this page" }).click();
    await there.page.waitForURL("**/login?redirect=*");
    await there.page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();

    await emailTo(stack.url, person.email, "password was changed");
    const old = await call(stack.url, "POST /api/auth/login", {
      body: { email: person.email, password: person.password },
    });
    expect(old.status).toBe(401);
  });
});
