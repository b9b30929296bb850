import { describe } from "vitest";
import { call, emailTo, givenSignedInUser, signIn } from "../http/client.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { focused, storedToken } from "./visitor.ts";

const linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe.concurrent("the activity of an account", () => {
  story("shows what happened, by device, and filters by kind in the address", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { email, password } = person;
    const headers = { "user-agent": linux };
    await call(stack.url, "POST /api/auth/login", { headers, body: { email, password } });
    const { page } = await visit({ token: person.token });
    await enter(page, "/dashboard");
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByText("Firefox on Linux").waitFor();
    await page.getByText("You registered").waitFor();
    await page.getByText("This is everything, back to your registration.").waitFor();

    await page.getByLabel("Show").selectOption({ label: "Account" });
    await page.waitForURL("**/dashboard/activity?type=account");
    await page.getByText("You registered").waitFor();
    expect(await page.getByText("Firefox on Linux").count()).toBe(0);
    await page.reload();
    await page.getByText("You registered").waitFor();
    expect(await page.getByLabel("Show").inputValue()).toBe("account");

    await page.getByLabel("Show").selectOption({ label: "Password" });
    await page.getByText("Nothing of this kind").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.getByText("Firefox on Linux").waitFor();
  });

  story("goes back page by page", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    for (let count = 0; count < 50; count++) await signIn(stack.url, person);
    const { page } = await visit({ token: person.token });
    await enter(page, "/dashboard/activity");
    const entries = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => entries.count()).toBe(50);
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByText("This is everything, back to your registration.").waitFor();
    expect(await entries.count()).toBe(53);
  });

  story("ends every session and the password when an event was not the owner's", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const { email, password } = person;
    const headers = { "user-agent": linux };
    const strange = await call(stack.url, "POST /api/auth/login", { headers, body: { email, password } });
    const { page } = await visit({ token: person.token });
    await enter(page, "/dashboard/activity");
    const entry = page.getByRole("listitem").filter({ hasText: "Firefox on Linux" });
    await entry.getByRole("button", { name: "This wasn't me" }).click();
    const question = page.getByRole("alertdialog", { name: "Lock your account down?" });
    await question.getByText(`A link to set a new password goes to ${email}`).waitFor();
    await expect.poll(() => focused(page)).toBe("Cancel");
    await question.getByRole("button", { name: "End everything and reset" }).click();
    await page.waitForURL("**/secured");
    await page.getByRole("heading", { name: "Your account is locked down" }).waitFor();
    await page.getByText(email).waitFor();
    expect(await storedToken(page)).toBeNull();
    for (const token of [person.token, strange.body.token]) {
      expect((await call(stack.url, "GET /api/auth/me", { token })).status).toBe(401);
    }
    expect((await call(stack.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(401);
    expect((await emailTo(stack.url, email, "password")).text).toContain("/reset-password?token=");
  });
});
