/** @module-tag embedded/one-process */
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { runInProcess } from "@attestory/standalone/testing/run-in-process.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { startStack } from "../start-stack.ts";
import { describeAdminCommands } from "./admin-commands.contract.ts";
import { givenAdmin, setRoles, setStatus } from "./admins.ts";
import { call, givenSignedInUser, givenUnverifiedUser, newPerson, register, signIn, verify } from "./client.ts";
import { attestory } from "./command-line.ts";
import { codes } from "./races.ts";
import { enableTotp } from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";

describeAdminCommands("the admin commands beside the running service", async () => {
  const product = await startInProcess({ LOG_LEVEL: "debug" });
  const environment = { DATA_DIR: product.dataDir, PUBLIC_URL: product.url, NODE_ENV: "test" };
  // The start of the program is tried below.
  return { ...product, attestory: (args) => runInProcess(args, environment) };
});

it("AU-14 FA-11 fails on a folder without a log, says what to set, and makes none", async () => {
  const outcome = await runInProcess(["admin-link"], { DATA_DIR: "/nowhere", NODE_ENV: "test" });
  expect(outcome).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/there is no event log in DATA_DIR .*: set DATA_DIR to the folder of the service/),
  });
});

it("AU-14 D6 FA-11 LG-01 names the command at the start without a terminal, as long as there is no admin, leaves the address for it, prints no link, and warns of an open inbox", async () => {
  const stack = await startStack();
  expect(stack.output()).toContain("There is no admin yet: npx attestory admin-link prints a link that makes one\n");
  expect(stack.output()).not.toContain("token=");
  const page = await (await fetch(stack.url)).text();
  expect(page).toContain("<aside data-first-admin");
  // Without a mail server.
  expect(page).toContain("<aside data-dev-inbox");
  const link = await runInProcess(["admin-link"], { DATA_DIR: stack.dataDir, NODE_ENV: "test" });
  expect(link.stdout).toContain(`${stack.url}/admin-link?token=`);
  const { email } = await givenSignedInUser(stack.url);
  expect(await attestory(stack, ["admin-link", "x"])).toMatchObject({ code: 64, stdout: "" });
  expect(await attestory(stack, ["grant-admin", email])).toEqual({
    code: 0,
    stdout: "the account is an admin\n",
    stderr: "",
  });
  expect(await (await fetch(stack.url)).text()).toContain("<aside hidden data-first-admin");
  await stack.stop();
  const again = await stack.restart({ DEV_INBOX: "on", LOG_FORMAT: "text" });
  expect(again.output()).toContain("Attestory is ready");
  await expect.poll(() => again.output()).toMatch(/^\d\d:\d\d:\d\d GET \/health\/ready 200 \d+ ms$/m);
  expect(again.output()).toContain("Warning: DEV_INBOX=on. Everyone who reaches this address can read every email");
  expect(stack.output()).not.toContain("Warning");
  expect(again.output()).not.toContain("admin");
  await again.remove();
});

it("AU-14 makes the account of FIRST_ADMIN_EMAIL an admin when its address is verified, and only once", async () => {
  const person = newPerson();
  const product = await startInProcess({ FIRST_ADMIN_EMAIL: person.email.toUpperCase() });
  const { url } = product;
  const isAdmin = async (token: string) =>
    (await call(url, "GET /api/auth/me", { token, headers: await knowingAll(product) })).body.user.isAdmin;
  const { user } = await register(url, person);
  expect(user.isAdmin).toBe(false);
  const other = await givenSignedInUser(url);
  expect(await isAdmin(other.token)).toBe(false);

  await verify(url, person.email);
  const token = await signIn(url, person);
  expect(await isAdmin(token)).toBe(true);

  // Another admin takes the role away: the link of the email does not give it back.
  expect((await setRoles(url, { by: { token }, of: other }, { isAdmin: true })).status).toBe(200);
  expect((await setRoles(url, { by: other, of: user }, {})).status).toBe(200);
  await verify(url, person.email);
  expect(await isAdmin(token)).toBe(false);
  await product.remove();
});

it("AU-14 makes the account of FIRST_ADMIN_EMAIL an admin at the start if its address is verified already", async () => {
  const DATA_DIR = temporaryFolder();
  const before = await startInProcess({ DATA_DIR });
  const person = await givenSignedInUser(before.url);
  await before.remove();
  const after = await startInProcess({ DATA_DIR, FIRST_ADMIN_EMAIL: person.email });
  const { body } = await call(after.url, "GET /api/auth/me", {
    token: person.token,
    headers: await knowingAll(after),
  });
  expect(body.user.isAdmin).toBe(true);
  await after.remove();
});

it("AC-03 refuses admins without a second factor where REQUIRE_ADMIN_2FA is on, until they have one", async () => {
  const product = await startInProcess({ REQUIRE_ADMIN_2FA: "on" });
  const { url } = product;
  const [admin, user] = [await givenAdmin(product), await givenUnverifiedUser(url)];
  const asked = { by: admin, of: user };
  expect(codes([await setStatus(url, asked, false)])).toEqual({ "403 second_factor_required": 1 });
  const member = await givenSignedInUser(url);
  expect(codes([await setStatus(url, { by: member, of: user }, false)])).toEqual({ "403 forbidden": 1 });
  await enableTotp(url, admin.token);
  expect(codes([await setStatus(url, asked, false)])).toEqual({ "200": 1 });
  await product.remove();
});
