import { builtWebApp } from "@attestory/standalone/web-build.ts";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { lock, unlockTokenTo } from "../http/unlock-links.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { signIn, submitPassword, submitRegistration, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** Guesses are limited, as by default. Only the tests move the time. */
const limited = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("product", { scope: "file" }, async ({}, { onCleanup }) => {
    const product = await startInProcess({ RATE_LIMITS: "on" }, { webApp: await builtWebApp(() => {}) });
    product.stopClock();
    onCleanup(() => product.remove());
    return product;
  })
  .override("stack", { scope: "file" }, ({ product }) => product);

/** From now on only the test moves the page's time; its clock must be installed. */
const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000);

/** Advances the time of the service and of the page. */
async function pass(seconds: number, product: InProcess, page: Page): Promise<void> {
  product.advance(seconds);
  await page.clock.fastForward(seconds * 1000);
}

// One after the other: they move the clock of the product that they share.
describe("too many password attempts", () => {
  limited(
    "RL-01 at the sign-in form show the remaining time, after which the right password works",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const credentials = { email: person.email, password: person.password };
      const attempt = () => call(stack.url, "POST /api/auth/login", { body: { ...credentials, password: "not it" } });
      for (let n = 0; n < 5; n++) await attempt();
      product.advance(2);
      const { page, troubles } = await visit({ fresh: true });
      troubles.expect("answer 401: POST /api/auth/login");
      troubles.expect("answer 429: POST /api/auth/login");
      await page.clock.install();
      await page.goto("/login");
      await submitSignIn(page, { ...person, password: "not it either" });
      await page.getByRole("alert").filter({ hasText: "Email or password is not right" }).waitFor();
      await stopTime(page);
      await submitSignIn(page, person);
      await page.getByText("Try again in 2 seconds").waitFor();
      await page.getByText("Too many attempts. Wait, then try again.").first().waitFor();
      await page.getByRole("main").getByRole("link", { name: "Resend verification email" }).waitFor();
      expect(await page.getByRole("button", { name: "Sign In", exact: true }).isDisabled()).toBe(true);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
      await pass(2, product, page);
      await page.getByText("You can try again now").waitFor();
      await page.clock.resume();
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.waitForURL("**/dashboard");
    },
  );

  limited(
    "A6 RL-07 are no obstacle to the owner who opens the link of the email on a new device",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const person = await givenSignedInUser(stack.url);
      await lock(product, person);
      const { page, troubles } = await visit({ fresh: true });
      troubles.expect("answer 429: POST /api/auth/login");
      await page.goto("/login");
      await submitSignIn(page, person);
      await page.getByText("We may have sent you an email").waitFor();
      await page.goto(`/unlock?token=${await unlockTokenTo(stack, person)}`);
      await page.getByRole("button", { name: "Yes, end the wait" }).click();
      await page.getByRole("heading", { name: "You can sign in now" }).waitFor();
      // The attack goes on.
      await lock(product, person);
      await page.getByRole("link", { name: "Go to Login" }).click();
      await submitSignIn(page, person);
      await page.waitForURL("**/dashboard");
      expect(troubles.seen).toEqual(["answer 429: POST /api/auth/login"]);
    },
  );

  limited(
    "PW-09 at the password form are reported there, and the right password works after the wait",
    { tags: ["embedded/moves-clock"] },
    async ({ visit, stack, product, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit({ fresh: true });
      troubles.expect("answer 400: PUT /api/user/password");
      troubles.expect("answer 429: PUT /api/user/password");
      await page.clock.install();
      await signIn(page, person);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      const form = { current: "not it", next: "another passphrase", confirmed: "another passphrase" };
      const dialog = page.getByRole("dialog", { name: "Change password" });
      const wrong = "This is not your current password";
      for (const seconds of [0, 0, 0, 0, 0, 2]) {
        product.advance(seconds);
        await submitPassword(page, form);
        await dialog.getByText(wrong).waitFor();
        await dialog.getByLabel("Current password").fill("");
        await dialog.getByText(wrong).waitFor({ state: "detached" });
      }
      await stopTime(page);
      await submitPassword(page, { ...form, current: person.password });
      await dialog.getByText("Try again in 2 seconds").waitFor();
      expect(await dialog.getByRole("button", { name: "Change password" }).isDisabled()).toBe(true);
      await pass(2, product, page);
      await dialog.getByText("You can try again now").waitFor();
      await page.clock.resume();
      await submitPassword(page, { ...form, current: person.password });
      await toast(page, "Password updated").waitFor();
    },
  );
});

describe("the check of a field while typing", () => {
  story("reports a taken username and a common password before the form is sent", async ({ visit, stack, expect }) => {
    const taken = await givenSignedInUser(stack.url);
    const { page } = await visit({ fresh: true });
    await page.goto("/register");
    const username = page.getByLabel("Username");
    await username.fill(taken.username);
    await page.getByText("This username is taken. Please choose another one.").waitFor();
    expect(await username.getAttribute("aria-invalid")).toBe("true");
    await username.fill(`${taken.username}-2`);
    await page.getByText("This username is free.").waitFor();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("trustno1");
    await page.getByText(/Many people use this one/).waitFor();
    await page.getByRole("img", { name: "Strength 1 of 4" }).waitFor();
    await password.fill("correct horse battery");
    await page.getByText("Strong.").waitFor();
    expect(await page.getByText(/Many people use this one/).count()).toBe(0);
  });

  story("is repeated beside the field when the form is sent anyway", async ({ visit }) => {
    const { page, troubles } = await visit({ fresh: true });
    troubles.expect("answer 400: POST /api/auth/register");
    await page.goto("/register");
    await submitRegistration(page, newPerson({ password: "trustno1" }));
    await page.getByRole("alert").filter({ hasText: "Choose one that nobody would try first." }).waitFor();
    await toast(page, "Registration failed").waitFor();
  });
});
