/** @module-tag embedded/one-process */
import { describe } from "vitest";
import { call, emailsTo, givenSignedInUser, newPerson } from "../http/client.ts";
import { attestory } from "../http/command-line.ts";
import { givenProtectedUser } from "../http/second-factors.ts";
import { historyOf } from "./paths.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { storyOn } from "./story.ts";
import { address, toast } from "./visitor.ts";

/** The path of the link in the first line. */
function linkIn({ stdout, stderr }: { stdout: string; stderr: string }): string {
  const first = stdout.split("\n", 1)[0] ?? "";
  if (!URL.canParse(first)) throw new Error(`no link, but: ${stderr}`);
  const { pathname, search } = new URL(first);
  return `${pathname}${search}`;
}

/** A product without admins, which `application-care` uses too: the processes of the command line open its folder. */
const operated = storyOn({ CLIENT_SECRET_DISPLAY: "once" });

describe("a link of the command line", () => {
  operated("U6 AU-14 makes the visitor who registers with it the first admin", async ({ visit, stack, expect }) => {
    const printed = await attestory(stack, ["admin-link"]);
    const person = newPerson();
    const { page } = await visit();
    await page.goto(linkIn(printed));
    await page.getByRole("heading", { name: "Become the first admin" }).waitFor();
    await expect.poll(() => address(page)).toBe("/admin-link");
    expect((await historyOf(page)).join()).not.toContain("token");

    await page.getByRole("main").getByRole("link", { name: "Create Account" }).click();
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByRole("button", { name: "Make this account an admin" }).click();
    expect(await toast(page, "Registration Successful").count()).toBe(0);
    await page.waitForURL("**/admin");
    await toast(page, "You are an admin").waitFor();
    const emails = await emailsTo(stack.url, person.email);
    expect(emails.map(({ subject }) => subject)).not.toContain("Verify your email address");
  });

  operated("AU-14 sets a new password for its opener", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const printed = await attestory(stack, ["rescue", person.email]);
    const { page } = await visit();
    await page.goto(linkIn(printed));
    await page.getByRole("button", { name: "Set a new password" }).click();
    await expect.poll(() => address(page)).toBe("/rescue");
    const password = "another lake of paper";
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm new password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Done" }).waitFor();
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(401);
    await page.getByRole("link", { name: "Go to Login" }).click();
    await submitSignIn(page, { ...person, password });
    await dashboard(page);
  });

  operated("AU-14 removes the second factor that its opener lost, once", async ({ visit, stack }) => {
    const person = await givenProtectedUser(stack.url);
    const printed = await attestory(stack, ["rescue", person.email]);
    const { page, troubles } = await visit();
    await page.goto(linkIn(printed));
    await page.getByRole("button", { name: "Remove lost second factors" }).click();
    await page.getByRole("button", { name: "Remove second factors" }).click();
    await page.getByRole("heading", { name: "Done" }).waitFor();

    troubles.expect("answer 400: POST /api/auth/rescue/second-factors");
    await page.goto(linkIn(printed));
    await page.getByRole("button", { name: "Remove lost second factors" }).click();
    await page.getByRole("button", { name: "Remove second factors" }).click();
    await page.getByRole("heading", { name: "This link does not work" }).waitFor();
    await page.getByRole("link", { name: "Back to Login" }).click();
    await submitSignIn(page, person);
    await dashboard(page);
  });
});
