import { userStream } from "@attestory/events/envelope.ts";
import { describe } from "vitest";
import { givenApiKey } from "../http/api-key-calls.ts";
import { call, emailTo, givenSignedInUser, newPerson } from "../http/client.ts";
import { newPassword, resetTokenTo } from "../http/recovery-links.ts";
import { typesIn } from "../http/stored-log.ts";
import { historyOf } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused } from "./visitor.ts";

describe.concurrent("a forgotten password", () => {
  story("EV-09 EV-10 is replaced with the link of an email", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot password" }).click();
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Check your inbox");

    const token = await resetTokenTo(stack.url, person.email);
    await page.goto(`/reset-password?token=${token}`);
    await page.getByRole("button", { name: "Set password" }).waitFor();
    await expect.poll(() => address(page)).toBe("/reset-password");
    expect(await typesIn(stack, userStream(person.id))).not.toContain("PasswordReset");
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByLabel("Confirm new password").fill(newPassword);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    await expect.poll(() => focused(page)).toBe("Your password is set");
    expect((await historyOf(page)).join()).not.toContain("token");
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(401);

    await page.getByRole("link", { name: "Go to Login" }).click();
    await submitSignIn(page, { ...person, password: newPassword });
    await dashboard(page);
  });

  story("is chosen for the first time for an account that a program created", async ({ visit, stack }) => {
    const developer = await givenSignedInUser(stack.url);
    const { keyValue } = await givenApiKey(stack, developer);
    const { email, username } = newPerson();
    await call(stack.url, "POST /api/users", { token: keyValue, body: { email, username } });
    const { text } = await emailTo(stack.url, email, "Choose a password");
    const link = /(\/reset-password\?\S+)/.exec(text)?.[1] ?? "";
    const { page } = await visit();
    await enter(page, link);
    await page.getByRole("heading", { name: "Choose a password" }).waitFor();
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByLabel("Confirm new password").fill(newPassword);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Your email address is verified. Sign in with your password.").waitFor();
    await page.getByRole("link", { name: "Go to Login" }).click();
    await submitSignIn(page, { email, password: newPassword });
    await dashboard(page);
  });

  story("EV-09 leads from a used link to another one", async ({ visit, stack }) => {
    const person = await givenSignedInUser(stack.url);
    await call(stack.url, "POST /api/auth/forgot-password", { body: { email: person.email } });
    const token = await resetTokenTo(stack.url, person.email);
    const body = { token, newPassword, confirmPassword: newPassword };
    await call(stack.url, "POST /api/auth/reset-password", { body });
    const { page, troubles } = await visit();
    troubles.expect("answer 400: POST /api/auth/reset-password");
    await enter(page, `/reset-password?token=${token}`);
    await page.getByLabel("New password", { exact: true }).fill("another lake of paper");
    await page.getByLabel("Confirm new password").fill("another lake of paper");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await page.getByRole("link", { name: "Send another link" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  });
});
