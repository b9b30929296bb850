import { expect, it } from "vitest";
import { type InvitationMaker, isOfMakersTerm, withAdminTerm } from "./invitation-validity.ts";

const user: InvitationMaker = { isActive: true, isAdmin: false, adminTerm: 0 };
const admin = withAdminTerm(user, { ...user, isAdmin: true });
const { adminTerm } = admin;
const after = (...changes: Partial<InvitationMaker>[]) => {
  let maker: InvitationMaker = admin;
  for (const change of changes) maker = withAdminTerm(maker, { ...maker, ...change });
  return maker;
};

it("D6 an invitation counts while its maker stays an active admin", () => {
  expect(isOfMakersTerm({ adminTerm }, admin)).toBe(true);
  expect(isOfMakersTerm({ adminTerm }, after({ isAdmin: true }, { isActive: true }))).toBe(true);
});

it.each([
  ["the role", { isAdmin: false }, { isAdmin: true }],
  ["the account", { isActive: false }, { isActive: true }],
])("D6 an invitation ends when its maker loses %s, and does not come back", (_, lost, regained) => {
  expect(isOfMakersTerm({ adminTerm }, after(lost))).toBe(false);
  const again = after(lost, regained);
  expect(isOfMakersTerm({ adminTerm }, again)).toBe(false);
  expect(isOfMakersTerm(again, again)).toBe(true);
});
