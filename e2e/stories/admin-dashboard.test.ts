import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call, emailTo, givenSignedInUser, newPerson, signIn } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { newPassword } from "../http/recovery-links.ts";
import { knowingAll } from "../http/stored-log.ts";
import type { SharedProduct } from "../shared-product.ts";
import { dashboard, submitSignIn } from "./steps.ts";
import { storyOn } from "./story.ts";
import { address, toast, type Visitor } from "./visitor.ts";

/** A product of its own: other stories register the newest users of theirs. */
const alone = storyOn({ SESSION_IDLE_SECONDS: "3597" });

const row = (page: Page | Locator, name: string) => page.getByRole("row").filter({ hasText: name });
const wrong = "Email or password is not right";

/** Waits until these lists have everything that was written. */
async function lists(stack: SharedProduct, { token }: { token: string }, names: readonly string[]): Promise<void> {
  const headers = await knowingAll(stack);
  for (const name of names) {
    await askUntilUpToDate(() => call(stack.url, `GET /api/admin/${name}`, { token, headers }));
  }
}

async function givenInformedAdmin(stack: SharedProduct) {
  const admin = await givenAdmin(stack);
  await lists(stack, admin, ["users", "stats", "analytics"]);
  return admin;
}

/** Tries to sign in with a right password, and is refused with a general message. */
async function isKeptOut({ page, troubles }: Visitor, person: Parameters<typeof submitSignIn>[1]): Promise<void> {
  troubles.expect("answer 401: POST /api/auth/login");
  await page.goto("/login");
  await submitSignIn(page, person);
  await page.getByText(wrong).first().waitFor();
}

describe("the admin screens", () => {
  alone("AC-03 are denied to others, before anything is asked of the service", async ({ visit, stack, expect }) => {
    const { token, id } = await givenSignedInUser(stack.url);
    const { page } = await visit({ token });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ["/admin", "/admin?all=users", "/admin/users", `/admin/users/${id}`, "/admin/analytics"]) {
      await page.goto(path);
      await page.getByText("Access Denied").waitFor();
      await page.waitForLoadState("networkidle");
    }
    expect(asked).toContain("/api/auth/me");
    expect(asked.filter((path) => path.startsWith("/api/admin"))).toEqual([]);
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dashboard(page);
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Admin Dashboard" }).count()).toBe(0);
  });

  alone("lead from the figures to a user, who is kept out and let in again", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const admin = await givenInformedAdmin(stack);
    const { page } = await visit({ token: admin.token });
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Admin Dashboard" }).click();
    const { body } = await call(stack.url, "GET /api/admin/stats", { token: admin.token });
    const tile = page.getByRole("region", { name: "Figures" }).locator("div").filter({ hasText: "Total Users" }).last();
    await tile.getByText(String(body.stats.totalUsers), { exact: true }).waitFor();
    await tile.getByText(/^[\d,]+ signed up in 30 days$/).waitFor();
    for (const name of ["2FA Enabled", "Applications", "Daily Logins"]) {
      await page.getByRole("region", { name: "Figures" }).getByText(name, { exact: true }).waitFor();
    }
    await row(page, admin.email).waitFor();
    await row(page, person.email).waitFor();

    await page.getByRole("button", { name: "View All" }).click();
    const all = page.getByRole("dialog", { name: "Users" });
    await all.getByRole("searchbox", { name: "Search users" }).fill(person.username.toUpperCase());
    await expect.poll(() => address(page)).toBe(`/admin?all=users&query=${person.username.toUpperCase()}`);
    await row(all, person.email).waitFor();
    await row(all, admin.email).waitFor({ state: "hidden" });
    await page.reload();
    await row(all, person.email).waitFor();
    expect(await all.getByRole("searchbox", { name: "Search users" }).inputValue()).toBe(person.username.toUpperCase());
    expect(await row(all, admin.email).count()).toBe(0);

    await all.getByRole("button", { name: `Deactivate ${person.username}` }).click();
    const question = page.getByRole("alertdialog", { name: `Deactivate ${person.username}?` });
    await question.getByRole("button", { name: "Deactivate" }).click();
    await toast(page, "User status updated").waitFor();
    await row(all, person.email).getByText("Inactive", { exact: true }).waitFor();
    const theirs = await visit();
    await isKeptOut(theirs, person);

    await all.getByRole("button", { name: `Activate ${person.username}` }).click();
    await row(all, person.email).getByText("Active", { exact: true }).waitFor();
    await submitSignIn(theirs.page, person);
    await dashboard(theirs.page);
  });

  alone(
    "sort users as the address says, and keep a question that is answered with no",
    async ({ visit, stack, expect }) => {
      const [one, other] = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
      const [first, last] = [one, other].toSorted((a, b) => (a.username < b.username ? -1 : 1));
      if (!first || !last) throw new Error("two users were made");
      const { token } = await givenInformedAdmin(stack);
      const { page } = await visit({ token });
      await page.goto("/admin/users");
      /** Which of the two comes first. */
      const leading = async () => {
        const texts = await page.getByRole("row").allTextContents();
        const placeOf = ({ email }: { email: string }) => texts.findIndex((text) => text.includes(email));
        return [first, last].toSorted((a, b) => placeOf(a) - placeOf(b))[0]?.email;
      };
      await row(page, first.email).waitFor();
      await row(page, last.email).waitFor();
      expect(await leading()).toBe(other.email);
      await page.getByRole("button", { name: /^Sort by registered/ }).click();
      await expect.poll(() => address(page)).toBe("/admin/users?sort=oldest");
      await expect.poll(leading).toBe(one.email);
      await page.getByRole("button", { name: /^Sort by user/ }).click();
      await expect.poll(() => address(page)).toBe("/admin/users?sort=name");
      await expect.poll(leading).toBe(first.email);
      await page.reload();
      await row(page, first.email).waitFor();
      expect(await leading()).toBe(first.email);

      await page.getByRole("button", { name: `Deactivate ${first.username}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("alertdialog").waitFor({ state: "hidden" });
      expect((await call(stack.url, "GET /api/auth/me", { token: first.token })).body.user.isActive).toBe(true);
    },
  );

  alone("give a role, end the sessions and force a reset on the user's page", async ({ visit, stack, expect }) => {
    const person = await givenSignedInUser(stack.url);
    const admin = await givenInformedAdmin(stack);
    const { page } = await visit({ token: admin.token });
    await page.goto(`/admin/users?query=${person.username}`);
    await row(page, person.email).getByRole("link").click();
    const title = page.getByRole("heading", { level: 1, name: person.username });
    await title.waitFor();
    expect(address(page)).toBe(`/admin/users/${person.id}`);

    await page.getByRole("switch", { name: "Pro" }).click();
    await toast(page, "User roles updated").waitFor();
    await page.getByRole("switch", { name: "Pro", checked: true }).waitFor();
    await page.getByText("RolesChanged", { exact: true }).waitFor();
    await page.locator("header", { has: title }).getByText("Pro", { exact: true }).waitFor();

    await page.getByRole("button", { name: "End every session" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End sessions" }).click();
    await toast(page, "Sessions ended").waitFor();
    await page.getByText("No active sessions found").waitFor();
    await page.getByText("OtherSessionsEnded", { exact: true }).waitFor();
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(401);

    await signIn(stack.url, person);
    await lists(stack, admin, [`users/${person.id}/sessions`]);
    await page.reload();
    await page.getByRole("button", { name: "End every session" }).waitFor();
    await page.getByRole("button", { name: "Force reset" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Force reset" }).click();
    await toast(page, "Password reset sent").waitFor();
    await page.getByText("No active sessions found").waitFor();
    await isKeptOut(await visit(), person);
    await emailTo(stack.url, person.email, "password");
  });

  alone("create a user, who chooses a password and comes in", async ({ visit, stack }) => {
    const admin = await givenInformedAdmin(stack);
    const newcomer = newPerson();
    const { page } = await visit({ token: admin.token });
    await page.goto("/admin/users");
    await row(page, admin.email).waitFor();
    await page.getByRole("button", { name: "New User" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByLabel("First name").fill("Fern");
    await dialog.getByLabel("Last name").fill("Fixture");
    await dialog.getByLabel("Email").fill(newcomer.email);
    await dialog.getByLabel("Username").fill(newcomer.username);
    await dialog.getByRole("button", { name: "Create user" }).click();
    await toast(page, "User created").waitFor();
    await row(page, newcomer.email).getByText("Fern Fixture").waitFor();
    await row(page, newcomer.email).getByText("Not verified").waitFor();

    const { text } = await emailTo(stack.url, newcomer.email, "Choose a password");
    const { page: theirs } = await visit();
    await theirs.goto(/(\/reset-password\?\S+)/.exec(text)?.[1] ?? "");
    await theirs.getByLabel("New password", { exact: true }).fill(newPassword);
    await theirs.getByLabel("Confirm new password").fill(newPassword);
    await theirs.getByRole("button", { name: "Set password" }).click();
    await theirs.getByRole("link", { name: "Go to Login" }).click();
    await submitSignIn(theirs, { email: newcomer.email, password: newPassword });
    await dashboard(theirs);
  });
});
