import { describe } from "vitest";
import { emailTo, givenSignedInUser, newPerson, tokenIn } from "../http/client.ts";
import { dashboard, formReady, registerHere, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { translate } from "./translator.ts";
import { toast } from "./visitor.ts";

describe("a page that the browser translates", () => {
  story("FA-01 signs in after every mistake, and shows each text that changes", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { page, troubles } = await visit({ fresh: true });
    await page.goto("/login");
    await formReady(page);
    await translate(page);
    const button = page.getByRole("button", { name: "Sign In", exact: true });

    await button.click();
    await page.getByText("Please enter your email address").waitFor();
    troubles.expect("answer 401: POST /api/auth/login");
    await submitSignIn(page, { ...person, password: "not my password" });
    await toast(page, "Login failed").waitFor();
    await page.getByRole("alert").filter({ hasText: "Email or password is not right" }).waitFor();
    expect(await button.innerText()).toBe("Sign In");
    expect(await page.getByText("Please enter your email address").count()).toBe(0);
    await page.getByRole("link", { name: "Forgot password" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await page.goBack();
    await submitSignIn(page, person);
    await dashboard(page);

    const menu = page.getByRole("button", { name: /^Account menu of/ });
    for (const [first, last] of [
      ["Ada", "Lovelace"],
      ["Grace", "Hopper"],
    ] as const) {
      await page.getByLabel("First name").fill(first);
      await page.getByLabel("Last name").fill(last);
      await page.keyboard.press("Enter");
      await expect.poll(() => menu.innerText()).toBe(`${first.slice(0, 1)}${last.slice(0, 1)}`);
      // As somebody who wants to see the original for a moment.
      await page.evaluate(() => {
        for (const font of document.querySelectorAll("font:not(font font)")) font.replaceWith(font.textContent);
      });
    }
    expect(await page.locator("font").count()).toBeGreaterThan(20);
  });

  story("FA-01 counts down, in words that lie between others", async ({ visit, stack }) => {
    const person = newPerson();
    // So that the page stays where it is.
    const { page } = await visit({ fresh: true, longestTimerMs: 2_000 });
    await page.goto("/login");
    await registerHere(page, person);
    await page.goto(`/verify-email?token=${tokenIn(await emailTo(stack.url, person.email))}`);
    await page.getByText("Going to your dashboard in").waitFor();
    await translate(page);
    await page.waitForFunction(() => document.body.innerText.includes("Going to your dashboard in 1 second."));
  });

  story("FA-01 passes over a text that something else took away", async ({ visit, expect }) => {
    const { page } = await visit();
    await page.goto("/login");
    await formReady(page);
    const left = await page.evaluate(async () => {
      const [parent, text, last] = [document.createElement("p"), new Text("one"), new Text("last")];
      document.body.append(parent);
      parent.append(text, last);
      text.replaceWith(document.createElement("font"));
      await Promise.resolve();
      text.data = "two";
      await Promise.resolve();
      const back = parent.textContent;
      parent.replaceChildren(last);
      parent.insertBefore(new Text("new"), text);
      parent.removeChild(text);
      parent.insertBefore(new Text("end"), undefined as never);
      const found = [back, parent.textContent];
      parent.remove();
      return found;
    });
    expect(left).toEqual(["twolast", "lastnewend"]);
  });
});
