import type { User } from "@attestory/http/routing/answers.ts";
import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { expect, it } from "vitest";
import { menuEntries } from "./menu-entries.ts";

const names = (roles: Partial<User>) => menuEntries(sampleUser(roles)).map(({ name }) => name);

it("offers every user the dashboard and the documentation", () => {
  expect(names({})).toEqual(["Dashboard", "Developer Documentation"]);
});

it("offers developers and admins their own entries, in the order of the menu", () => {
  expect(names({ isDeveloper: true, isAdmin: true })).toEqual([
    "Dashboard",
    "Developer Portal",
    "Admin Dashboard",
    "Developer Documentation",
  ]);
  expect(names({ isAdmin: true })).not.toContain("Developer Portal");
});
