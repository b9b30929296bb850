import { expect, it } from "vitest";
import { createFirstAdminReminder, firstAdminLines } from "./first-admin-lines.ts";

function given({ showsLink = true } = {}) {
  const state = { hasAdmin: false, made: 0, ms: 0 };
  const admins = {
    exist: async () => state.hasAdmin,
    makeLink: async () => `http://localhost/admin-link?token=${++state.made}`,
  };
  const hint = { admins, command: "npx attestory admin-link", showsLink };
  const start = async () => {
    const lines = await firstAdminLines(hint);
    return { lines, remind: createFirstAdminReminder(hint, lines, () => state.ms) };
  };
  return { state, start };
}

it("U12 a terminal gets the link in a box, again when somebody opens the service, and the command once it has expired", async () => {
  const { state, start } = given();
  const { lines, remind } = await start();
  expect(lines[0]).toMatch(/^╭─ There is no admin yet ─+$/);
  expect(lines).toContain("│ http://localhost/admin-link?token=1");
  state.ms = 29_000;
  expect(await remind()).toEqual([]);
  state.ms = 31_000;
  expect(await remind()).toEqual(lines);
  expect(await remind()).toEqual([]);
  state.ms = 14 * 60_000;
  expect(await remind()).toEqual(lines);
  state.ms = 16 * 60_000;
  expect(await remind()).toEqual(["There is no admin yet: npx attestory admin-link prints a link that makes one"]);
  state.hasAdmin = true;
  state.ms = 30 * 60_000;
  expect(await remind()).toEqual([]);
  // Whoever opens the service makes none.
  expect(state.made).toBe(1);
});

it("U12 what is no terminal gets the command alone, once", async () => {
  const { state, start } = given({ showsLink: false });
  const { lines, remind } = await start();
  expect(lines).toEqual(["There is no admin yet: npx attestory admin-link prints a link that makes one"]);
  state.ms = 60_000;
  expect([await remind(), state.made]).toEqual([[], 0]);
});
