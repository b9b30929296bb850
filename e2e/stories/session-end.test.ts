/** @module-tag embedded/moves-clock */
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { call, givenSignedInUser, signIn as signInElsewhere } from "../http/client.ts";
import { givenProtectedUser } from "../http/second-factors.ts";
import { storyOnStoppedClock } from "./story.ts";
import { address, focused, storedToken } from "./visitor.ts";

const minute = 60;
const hour = 60 * minute;
/** Long enough for the app's first look at the end of the session, three seconds after the screen. */
const longestTimerMs = 5000;

const later = storyOnStoppedClock();

const warning = (page: Page) => page.getByRole("alertdialog", { name: "You will be signed out soon" });
const signInAgain = (page: Page) => page.getByRole("alertdialog", { name: "Sign in again" });
const firstName = (page: Page) => page.getByLabel("First name", { exact: true });

/** Opens the dashboard and types a name. What the app asks about the end of its session waits for the function that this returns. */
async function typeName(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/user/session", async (route) => {
    await promise;
    await route.continue();
  });
  const [asked] = await Promise.all([page.waitForRequest("**/api/user/session"), page.goto("/dashboard")]);
  if (asked.method() !== "GET") throw new Error("the app only asks");
  await firstName(page).fill("Unsaved");
  return resolve;
}

const enterPassword = async (page: Page, password: string) => {
  await signInAgain(page).getByLabel("Password", { exact: true }).fill(password);
  await signInAgain(page).getByRole("button", { name: "Sign In", exact: true }).click();
};

describe("a session that is about to end", () => {
  later("SE-04 is prolonged from a notice, which other tabs then close", async ({ visit, product, expect }) => {
    const person = await givenSignedInUser(product.url);
    const { page, context } = await visit({ token: person.token, longestTimerMs });
    const other = await context.newPage();
    const [look, lookThere] = [await typeName(page), await typeName(other)];
    product.advance(58.5 * minute);
    look();
    lookThere();

    await warning(other).waitFor();
    await warning(page).getByText("You will be signed out in 1:").waitFor();
    await page.bringToFront();
    await expect.poll(() => focused(page)).toBe("Stay signed in");
    await page.keyboard.press("Enter");

    await warning(page).waitFor({ state: "hidden" });
    await warning(other).waitFor({ state: "hidden" });
    expect(await firstName(page).inputValue()).toBe("Unsaved");
    product.advance(58 * minute);
    expect((await call(product.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
  });

  later("SE-04 is ended from the notice", async ({ visit, product }) => {
    const person = await givenSignedInUser(product.url);
    const { page } = await visit({ token: person.token, longestTimerMs });
    const look = await typeName(page);
    product.advance(59 * minute);
    look();

    await warning(page).getByRole("button", { name: "Sign out" }).click();

    await page.waitForURL("**/login");
  });

  later("SE-04 is replaced before its twelve hours are over", async ({ visit, product, expect }) => {
    const person = await givenSignedInUser(product.url);
    for (let left = 12 * hour; left > 59 * minute; left -= 58 * minute) {
      product.advance(58 * minute);
      await call(product.url, "POST /api/user/session", { token: person.token });
    }
    const { page } = await visit({ token: person.token, longestTimerMs });
    const look = await typeName(page);
    product.advance(22.5 * minute);
    look();

    await warning(page).getByText("using your account does not prolong it").waitFor();
    await warning(page).getByRole("button", { name: "Sign in again" }).click();
    await enterPassword(page, person.password);

    await signInAgain(page).waitFor({ state: "hidden" });
    expect(await firstName(page).inputValue()).toBe("Unsaved");
    expect(await storedToken(page)).not.toBe(person.token);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Profile updated").first().waitFor();
  });
});

describe("a session that has ended", () => {
  later("SE-04 is followed by another one in place, and nothing typed is lost", async ({ visit, product, expect }) => {
    const person = await givenSignedInUser(product.url);
    const { page, context, troubles } = await visit({ token: person.token, longestTimerMs });
    const other = await context.newPage();
    const [look, lookThere] = [await typeName(page), await typeName(other)];
    product.advance(61 * minute);
    troubles.expect("answer 401: GET /api/user/session");
    look();

    await signInAgain(page).waitFor();
    await signInAgain(other).waitFor();
    expect(address(page)).toBe("/dashboard");
    expect(await storedToken(page)).toBeNull();
    expect(await signInAgain(page).getByLabel("Email").inputValue()).toBe(person.email);
    await page.bringToFront();
    await expect.poll(() => focused(page)).toBe("password");
    troubles.expect("answer 401: POST /api/auth/login");
    await enterPassword(page, "not the password");
    await signInAgain(page).getByText("Email or password is not right").waitFor();
    await enterPassword(page, person.password);

    for (const tab of [page, other]) {
      await signInAgain(tab).waitFor({ state: "hidden" });
      expect(await firstName(tab).inputValue()).toBe("Unsaved");
    }
    lookThere();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Profile updated").first().waitFor();
  });

  later("TF-01 asks for the second factor in place too", async ({ visit, product, expect }) => {
    const person = await givenProtectedUser(product.url, product.now());
    const { page, troubles } = await visit({ token: person.token, longestTimerMs });
    const look = await typeName(page);
    product.advance(61 * minute);
    troubles.expect("answer 401: GET /api/user/session");
    look();

    troubles.expect("answer 401: POST /api/auth/login");
    await enterPassword(page, person.password);
    await signInAgain(page).getByLabel("Two-Factor Authentication Code").fill(codeAt(person.secret, product.now()));
    await signInAgain(page).getByRole("button", { name: "Sign In", exact: true }).click();

    await signInAgain(page).waitFor({ state: "hidden" });
    expect(await firstName(page).inputValue()).toBe("Unsaved");
  });

  later(
    "SE-04 takes the place of an open dialog, and leads to /login if declined",
    async ({ visit, product, expect }) => {
      const person = await givenSignedInUser(product.url);
      const { page, troubles } = await visit({ token: person.token, longestTimerMs });
      const look = await typeName(page);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await page.getByLabel("New password", { exact: true }).fill("Typed already");
      product.advance(61 * minute);
      troubles.expect("answer 401: GET /api/user/session");
      look();

      await signInAgain(page).waitFor();
      expect(await page.locator("[role=dialog], [role=alertdialog]").count()).toBe(1);
      await page.keyboard.press("Escape");
      await page.mouse.click(5, 5);
      await enterPassword(page, person.password);
      await signInAgain(page).waitFor({ state: "hidden" });
      expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe("Typed already");

      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await call(product.url, "DELETE /api/user/sessions", { token: await signInElsewhere(product.url, person) });
      troubles.expect("answer 401: GET /api/user/sessions");
      await page.getByRole("button", { name: "Manage active sessions" }).click();
      await signInAgain(page).getByRole("button", { name: "Leave this page" }).click();
      await page.waitForURL("**/login?redirect=%2Fdashboard");
      expect(await page.locator("[role=dialog], [role=alertdialog]").count()).toBe(0);
    },
  );
});
