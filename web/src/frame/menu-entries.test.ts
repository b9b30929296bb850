import { expect, it } from "vitest";
import { menuEntries } from "./menu-entries.ts";

const user = {
  id: "5f0c1d7e-6f0e-4b6a-9a53-0d6f6c1f2b11",
  username: "juniper",
  email: "juniper@example.com",
  firstName: null,
  lastName: null,
  isAdmin: false,
  isDeveloper: false,
  isPro: false,
  isActive: true,
  twoFactorEnabled: false,
  emailVerified: true,
};
const names = (roles: Partial<typeof user>) => menuEntries({ ...user, ...roles }).map(({ name }) => name);

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
