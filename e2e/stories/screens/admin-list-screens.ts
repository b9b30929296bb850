import { asAdmin } from "./admin-screens.ts";
import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

/** The list of users, as admins search it. */
export const adminListScreens: readonly Screen[] = [
  {
    name: "admin-users",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/admin/users");
      await page.getByText("Basil Mockford").waitFor();
    },
  },
  {
    name: "admin-deactivate",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await enter(page, "/admin/users?query=%40example");
      await page.getByText("At least 1,000 users, in alphabetical order").waitFor();
      await page.getByRole("button", { name: "Deactivate Fern Fixture" }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "admin-users-nobody",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/users?**", {
        body: { users: [], matches: { count: 0, isExact: true }, nextCursor: null },
      });
      await enter(page, "/admin/users?query=zz");
      await page.getByText("Nobody found").waitFor();
    },
  },
  {
    name: "admin-users-loading",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await unanswered(page, "/api/admin/users");
      await enter(page, "/admin/users");
      await page.getByRole("status", { name: "Loading the users" }).waitFor();
    },
  },
  {
    name: "admin-users-problem",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/users"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/users", behind);
      await enter(page, "/admin/users");
      await page.getByText("The users could not be loaded").waitFor();
    },
  },
  {
    name: "admin-second-factor-required",
    signedIn: true,
    troubles: ["answer 403: GET /api/admin/users"],
    async reach(page) {
      await asAdmin(page);
      const body = { message: "Admins need a second factor here.", code: "second_factor_required" };
      await given(page, "/api/admin/users", { status: 403, body });
      await enter(page, "/admin/users");
      await page.getByText("Admins need a second factor here").waitFor();
    },
  },
];
