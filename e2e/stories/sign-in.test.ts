import { describe } from "vitest";
import { givenSignedInUser, newPerson } from "../http/client.ts";
import { dashboard, logOut, signIn, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { address, focused, storedToken, toast } from "./visitor.ts";

const dayMs = 1000 * 60 * 60 * 24;

describe.concurrent("signing in", () => {
  story(
    "keeps the entered values after a wrong password and asks for the password again",
    async ({ visit, stack, expect }) => {
      const person = await givenSignedInUser(stack.url);
      const { page, troubles } = await visit();
      await page.goto("/login");
      await expect.poll(() => focused(page)).toBe("email");
      troubles.expect("answer 401: POST /api/auth/login");
      for (const email of [person.email, newPerson().email]) {
        await submitSignIn(page, { email, password: "not my password" });
        await toast(page, "Login failed").waitFor();
        await page.getByRole("alert").filter({ hasText: "Email or password is not right" }).waitFor();
        await expect.poll(() => focused(page)).toBe("password");
        expect(await page.getByLabel("Email").inputValue()).toBe(email);
        expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("not my password");
      }
      expect(await storedToken(page)).toBeNull();
      await submitSignIn(page, person);
      await dashboard(page);
    },
  );

  story("shows what is missing beside the field, and sends nothing", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByText("Please enter your email address").waitFor();
    await page.getByText("Please enter your password").waitFor();
    await expect.poll(() => focused(page)).toBe("email");
    await page.getByLabel("Email").fill("nobody@nowhere");
    await page.keyboard.press("Enter");
    await page.getByText("Invalid email address").waitFor();
  });

  story("works with the keyboard alone", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await page.goto("/login");
    await expect.poll(() => focused(page)).toBe("email");
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Show password");
    await page.keyboard.press("Space");
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.keyboard.press("Space");
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("password");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Forgot password");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("rememberMe");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dashboard(page);

    // From the top of the page: across the bar into the menu, and out.
    await page.reload();
    await page.getByRole("heading", { name: "Security" }).waitFor();
    await page.getByRole("button", { name: /^Account menu/ }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Skip to content");
    for (let tab = 0; tab < 4; tab++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Dashboard" }).waitFor();
    // A key that is pressed before the menu has the focus is lost.
    await expect.poll(() => focused(page)).toBe("Dashboard");
    await page.keyboard.press("End");
    await expect.poll(() => focused(page)).toBe("Log out");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/login");
    expect(await storedToken(page)).toBeNull();
  });

  story("starts a remembered session on request", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, context } = await visit();
    const until = async () =>
      (await context.cookies())
        .filter(({ name }) => name === "__Host-session")
        .map(({ httpOnly, expires }) => ({ httpOnly, expires }));
    await page.goto("/login");
    await page.getByLabel("Remember me").uncheck();
    await submitSignIn(page, person);
    await dashboard(page);
    expect(await until()).toEqual([{ httpOnly: true, expires: -1 }]);
    await logOut(page);
    expect(await until()).toEqual([]);
    await page.getByLabel("Remember me").check();
    await submitSignIn(page, person);
    await dashboard(page);
    const [cookie] = await until();
    expect((cookie?.expires ?? 0) * 1000).toBeGreaterThan(Date.now() + 29 * dayMs);
  });

  story("leads back to the requested page, and skips the form if signed in", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await page.goto("/dashboard?from=letter");
    await page.waitForURL("**/login?redirect=*");
    await submitSignIn(page, person);
    await page.waitForURL("**/dashboard?from=letter");
    for (const path of ["/", "/login", "/register"]) {
      await page.goto(path);
      await dashboard(page);
      await expect.poll(() => address(page)).toBe("/dashboard");
    }
  });

  story("and logging out leaves nothing of the account on screen", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page } = await visit();
    await signIn(page, person);
    await logOut(page);
    expect(await storedToken(page)).toBeNull();
    expect(await page.content()).not.toContain(person.email);
    await page.goto("/dashboard");
    await page.waitForURL("**/login?redirect=%2Fdashboard");
  });
});
