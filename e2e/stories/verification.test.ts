import type { Page } from "playwright-core";
import { describe } from "vitest";
import { emailTo, givenSignedInUser, newPerson, register, tokenIn } from "../http/client.ts";
import { goWithin } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused, storedToken, toast } from "./visitor.ts";

/** React runs effects in separate tasks after rendering. */
const effectsRun = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    for (let task = 0; task < 10; task++) {
      const run = new Promise((resolve) => port1.addEventListener("message", resolve, { once: true }));
      port1.start();
      port2.postMessage(null);
      await run;
    }
  });

const pathname = (page: Page): Promise<string> => page.evaluate(() => location.pathname);

const dead = "Invalid or expired verification token";

describe.concurrent("verifying an address", () => {
  story(
    "requires a valid token in the link, asks for the address, and sends another link",
    async ({ visit, stack, expect }) => {
      const person = newPerson();
      await register(stack.url, person);
      const first = await emailTo(stack.url, person.email);
      const { page, troubles } = await visit();
      await enter(page, "/verify-email");
      await page.getByRole("heading", { name: "Verification failed" }).waitFor();
      expect(await page.getByRole("alert").allTextContents()).toContain("No verification token provided");
      await page.getByRole("link", { name: "Back to Login" }).click();
      await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();

      troubles.expect("answer 400: GET /api/auth/verify-email");
      await goWithin(page, "/verify-email?token=garbage");
      await toast(page, "Verification Failed").getByText(dead).waitFor();
      expect(await page.getByRole("alert").allTextContents()).toContain(dead);

      await page.getByRole("button", { name: "Resend Verification Email" }).click();
      await toast(page, "Email Required").getByText("Please enter your email address").waitFor();
      await expect.poll(() => focused(page)).toBe("email");
      await page.getByLabel("Email").fill("nobody");
      await page.keyboard.press("Enter");
      await page.getByText("Invalid email address").waitFor();
      await page.getByLabel("Email").fill(person.email);
      await page.keyboard.press("Enter");
      await toast(page, "Verification Email Sent").waitFor();
      await page
        .getByText(`If ${person.email} is not verified yet, we sent a new link to it. We send at most one a minute.`)
        .waitFor();
      await expect.poll(async () => (await emailTo(stack.url, person.email)).id).not.toBe(first.id);
    },
  );

  story("U6 leaves no toast of a mistake on another page", async ({ visit, expect }) => {
    // So that no toast closes by itself.
    const { page, troubles } = await visit({ fresh: true, longestTimerMs: 2000 });
    troubles.expect("answer 400: GET /api/auth/verify-email");
    await page.goto("/verify-email?token=garbage");
    await toast(page, "Verification Failed").waitFor();
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
    await toast(page, "Verification Failed").waitFor({ state: "hidden" });
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  story("says so again when its link is opened a second time", async ({ visit, stack, expect }) => {
    const person = newPerson();
    await register(stack.url, person);
    const token = tokenIn(await emailTo(stack.url, person.email));
    const { page } = await visit();
    for (const time of ["first", "second"]) {
      await enter(page, `/verify-email?token=${token}`);
      await page.getByRole("heading", { name: "Email Verified" }).waitFor();
      expect(await storedToken(page), `${time} time`).toBeNull();
    }
    await page.getByRole("link", { name: "Go to Login" }).click();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
  });

  story("goes to sign-in 3 s after verifying, and not before", async ({ visit, stack, expect }) => {
    const person = newPerson();
    await register(stack.url, person);
    const token = tokenIn(await emailTo(stack.url, person.email));
    const { page } = await visit({ fresh: true, longestTimerMs: 60_000 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/auth/verify-email?*", async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`/verify-email?token=${token}`);
    await page.getByRole("heading", { name: "Verifying your email" }).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    release();
    await page.getByRole("heading", { name: "Email Verified" }).waitFor();
    await effectsRun(page);
    await page.clock.runFor(1000);
    await page.getByText("Going to sign-in in 2 seconds.").waitFor();
    await page.clock.runFor(1999);
    expect(await pathname(page)).toBe("/verify-email");
    await page.clock.runFor(1);
    expect(await pathname(page)).toBe("/login");
    await page.clock.resume();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
  });

  story(
    "AU-02 is required at sign-in with the right password, and no token is kept",
    async ({ visit, stack, expect }) => {
      const person = newPerson();
      await register(stack.url, person);
      const { page, context, troubles } = await visit();
      troubles.expect("answer 403: POST /api/auth/login");
      await enter(page, "/login");
      await submitSignIn(page, person);
      await toast(page, "Email Verification Required")
        .getByText("Please verify your email address before logging in")
        .waitFor();
      expect(await storedToken(page)).toBeNull();
      expect(await context.cookies()).toEqual([]);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);

      await page.getByRole("link", { name: "Resend verification email" }).click();
      await page.waitForURL("**/resend-verification");
      expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
      await page.getByRole("button", { name: "Resend Verification Email" }).click();
      await page.getByRole("status").filter({ hasText: "Verification Email Sent" }).first().waitFor();
      await page.getByRole("button", { name: "Resend Another Email" }).click();
      await page.getByRole("heading", { name: "Resend verification" }).waitFor();
      await expect.poll(() => address(page)).toBe("/resend-verification");
    },
  );

  story(
    "AU-07 answers a request for another email alike for unknown and known addresses",
    async ({ visit, stack, expect }) => {
      const known = await givenSignedInUser(stack.url);
      const { page } = await visit();
      const said = [];
      for (const email of [known.email, newPerson().email]) {
        await enter(page, "/resend-verification");
        await page.getByLabel("Email").fill(email);
        await page.getByRole("button", { name: "Resend Verification Email" }).click();
        await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
        said.push((await page.getByRole("main").textContent())?.replace(email, "…"));
      }
      expect(said[1]).toBe(said[0]);
      await page.getByRole("link", { name: "Back to Login" }).click();
      await page.waitForURL("**/login");
    },
  );
});
