import { describe } from "vitest";
import { givenAdmin } from "../http/admins.ts";
import { call, emailTo, givenSignedInUser, newPerson, register } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { knowingAll } from "../http/stored-log.ts";
import type { SharedProduct } from "../shared-product.ts";
import { enter } from "./screens/resting.ts";
import { dashboard } from "./steps.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** Waits until admins see everything that was written. */
async function shownToAdmins(stack: SharedProduct, { token }: { token: string }): Promise<void> {
  const headers = await knowingAll(stack);
  await askUntilUpToDate(() => call(stack.url, "GET /api/admin/users", { token, headers }));
}

describe.concurrent("an account that an admin erases", () => {
  story("SE-10 is signed out elsewhere at once, and its address is free", async ({ visit, stack, expect }) => {
    const admin = await givenAdmin(stack);
    const person = newPerson();
    const { id, token } = await givenSignedInUser(stack.url, person);
    await shownToAdmins(stack, admin);
    const owner = await visit({ token });
    await enter(owner.page, "/dashboard");
    await dashboard(owner.page);
    const { page } = await visit({ token: admin.token });
    await enter(page, `/admin/users/${id}`);
    await page.getByRole("button", { name: "Erase this account" }).click();
    const dialog = page.getByRole("dialog", { name: `Erase ${person.username}?` });
    const erase = dialog.getByRole("button", { name: "Erase account" });
    await dialog.getByLabel(`Type ${person.username} to confirm`).fill(person.username);
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel("Why?").selectOption("The owner asked for it");
    await erase.click();

    await toast(page, "Account erased").waitFor();
    await page.waitForURL("**/admin/users");
    await page.getByRole("searchbox", { name: "Search users" }).fill(person.email);
    await page.getByText("Nobody").first().waitFor();
    expect((await call(stack.url, "GET /api/auth/me", { token })).status).toBe(401);
    owner.troubles.expect("answer 401");
    await owner.page.reload();
    await owner.page.getByRole("heading", { name: "Sign in to Attestory" }).waitFor();
    await emailTo(stack.url, person.email, "was deleted");
    await register(stack.url, person);
  });

  story("is neither the admin's own nor that of another admin", async ({ visit, stack, expect }) => {
    const admin = await givenAdmin(stack);
    const other = await givenAdmin(stack);
    await shownToAdmins(stack, admin);
    const { page } = await visit({ token: admin.token });
    await enter(page, `/admin/users/${admin.id}`);
    await page.getByText("You cannot erase the account that you are signed in with.").waitFor();
    await enter(page, `/admin/users/${other.id}`);
    await page.getByText("Take the admin role from this account first.").waitFor();
    expect(await page.getByRole("button", { name: "Erase this account" }).count()).toBe(0);
    await enter(page, "/dashboard");
    await page.getByText("Another admin must take the admin role from you first.").waitFor();
    expect(await page.getByRole("button", { name: "Delete my account" }).count()).toBe(0);
  });

  story("is shown as to be deleted where its owner wants that", async ({ visit, stack, expect }) => {
    const admin = await givenAdmin(stack);
    const person = newPerson();
    const { token } = await givenSignedInUser(stack.url, person);
    await call(stack.url, "DELETE /api/user", { token });
    await shownToAdmins(stack, admin);
    const { page } = await visit({ token: admin.token });
    await enter(page, `/admin/users?query=${person.username}`);
    await page
      .getByRole("row")
      .getByText(/^To be deleted on \d+ \w+ \d{4}$/)
      .waitFor();
    await page.getByRole("link", { name: person.email }).click();
    await page.getByText("Its owner wants to delete it.").waitFor();
    expect(await page.getByRole("button", { name: `Activate ${person.username}` }).isDisabled()).toBe(true);
    const roles = await page.getByRole("switch").all();
    expect(await Promise.all(roles.map((role) => role.isDisabled()))).toEqual([true, true, true]);
  });
});
