import { describe } from "vitest";
import { call, emailTo, givenSignedInUser, newPerson, notMeTokenIn, register, signIn, verify } from "../http/client.ts";
import { historyOf } from "./paths.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { address, focused } from "./visitor.ts";

const heading = "This wasn't me";

describe.concurrent("the link This wasn't me", () => {
  story(
    "A3 EV-11 changes nothing when it is opened, and removes the account by its button",
    async ({ visit, stack, expect }) => {
      const person = newPerson();
      await register(stack.url, person);
      const token = notMeTokenIn(await emailTo(stack.url, person.email));
      const { page } = await visit();
      const calls: string[] = [];
      page.on("request", (request) => request.url().includes("not-me") && calls.push(request.method()));

      await page.goto(`/not-me?token=${token}`);
      await page.getByRole("heading", { name: heading }).waitFor();
      await expect.poll(() => address(page)).toBe("/not-me");
      expect((await historyOf(page)).join()).not.toContain(token);
      expect(calls).not.toContain("POST");

      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("heading", { name: "Account removed" }).waitFor();
      await page.getByRole("status").getByText("your address is free again").waitFor();
      await expect.poll(() => focused(page)).toBe("Account removed");
      await register(stack.url, person);
      await page.getByRole("link", { name: "Create your own account" }).click();
      await page.getByRole("heading", { name: "Create your account" }).waitFor();
    },
  );

  story(
    "A3 can be tried again when the service did not answer, and says nothing of a kept account when reloaded",
    async ({ visit, stack }) => {
      const person = newPerson();
      await register(stack.url, person);
      const { page, troubles } = await visit();
      await enter(page, `/not-me?token=${notMeTokenIn(await emailTo(stack.url, person.email))}`);
      await page.route("**/api/auth/not-me", (route) => route.abort("connectionrefused"));
      troubles.expect("no answer: POST /api/auth/not-me");
      await page.getByRole("button", { name: "Remove the account" }).click();
      await page.getByRole("alert").filter({ hasText: "This did not work" }).waitFor();

      await page.unrouteAll();
      await page.getByRole("button", { name: "Remove the account" }).click();

      await page.getByRole("heading", { name: "Account removed" }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    },
  );

  story("A3 says that a verified account stays, and offers no second attempt", async ({ visit, stack, expect }) => {
    const person = newPerson();
    await register(stack.url, person);
    const token = notMeTokenIn(await emailTo(stack.url, person.email));
    await verify(stack.url, person.email);
    const { page, troubles } = await visit();
    troubles.expect("answer 400: POST /api/auth/not-me");

    await enter(page, `/not-me?token=${token}`);
    await page.getByRole("button", { name: "Remove the account" }).click();

    await page.getByRole("heading", { name: "The account was not removed" }).waitFor();
    await page.getByRole("alert").getByText("This address was verified").waitFor();
    expect(await page.getByRole("button", { name: "Remove the account" }).count()).toBe(0);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
  });

  story(
    "SE-15 says what it will do to a verified account, and does it by its button",
    async ({ visit, stack, expect }) => {
      const owner = await givenSignedInUser(stack.url);
      await signIn(stack.url, owner);
      const { text } = await emailTo(stack.url, owner.email, "New sign-in");
      const { page, troubles } = await visit({ token: owner.token });
      troubles.expect("answer 401: GET /api/auth/me");

      await enter(page, new URL(/^https?:.*\/(not-me.*)$/m.exec(text)?.[1] ?? "", `${stack.url}/`).href);
      await page.getByText("every device is signed out, the password stops working").waitFor();
      await expect.poll(() => address(page)).toBe("/not-me");
      expect((await call(stack.url, "GET /api/auth/me", { token: owner.token })).status).toBe(200);

      await page.getByRole("button", { name: "Secure my account" }).click();
      await page.getByRole("heading", { name: "Account secured" }).waitFor();
      await page.getByRole("status").getByText("We sent you a link to choose a new password").waitFor();
      expect((await call(stack.url, "GET /api/auth/me", { token: owner.token })).status).toBe(401);
      await page.getByRole("banner").getByRole("link", { name: "Sign In" }).waitFor();
    },
  );
});
