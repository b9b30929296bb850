/** @module-tag own-stack */
import { adminsStream, invitationStream, userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member, setRoles } from "./admins.ts";
import { call, emailTo, givenSignedInUser, newPerson, type Person, verify } from "./client.ts";
import {
  givenInvitation,
  invite,
  join,
  listedInvitations,
  outcome,
  revoke,
  setPolicy,
  tokenOf,
} from "./joining-calls.ts";
import { forgotPassword, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { storedEvents } from "./stored-log.ts";

let product: InProcess;
let url: string;
let admin: Member;
beforeAll(async () => {
  product = await startInProcess();
  ({ url } = product);
  admin = await givenAdmin(product);
});
afterAll(() => product.remove());
beforeEach(async () => {
  expect((await setPolicy(url, admin, "open")).status).toBe(200);
});

const joined = [201, null];
const noAddress = [400, "invalid_fields", "email"];

it("JO-05 for one address is emailed to it and lets no other address in", async () => {
  const person = newPerson();
  const made = await invite(url, admin, { email: person.email, isPro: true });
  expect(made.body.invitation).toMatchObject({ email: person.email, isPro: true, uses: 1 });
  const { text } = await emailTo(url, person.email, "You are invited");
  const link = /http\S+\/register\?invitation=\S+/.exec(text)?.[0] ?? "";
  expect(link).toBe(made.body.invitation.url);
  const invitation = tokenOf(link);
  expect(outcome(await join(url, { invitation }))).toEqual(noAddress);
  expect(outcome(await join(url, { ...person, email: person.email.toUpperCase(), invitation }))).toEqual(joined);
  expect(outcome(await invite(url, admin, { email: newPerson().email, uses: 2 }))).toEqual([
    400,
    "invalid_fields",
    "uses",
  ]);
});

it("JO-05 LG-02 leaves no token and no address in clear in the log", async () => {
  const { email } = newPerson();
  const made = await invite(url, admin, { email });
  const stored = await storedEvents(product);
  const text = JSON.stringify(stored, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(text).not.toContain(email);
  expect(text).not.toContain(tokenOf(made.body.invitation.url));
  const [event] = await product.history(invitationStream(made.body.invitation.id));
  expect(event).toMatchObject({ type: "InvitationMade", data: { email, isAddressed: true } });
});

it("JO-06 gives its roles once the address is verified, and not before", async () => {
  const { invitation } = await givenInvitation(url, admin, { isAdmin: true, isDeveloper: true });
  const person = newPerson();
  const { body } = await call(url, "POST /api/auth/register", { body: { ...person, invitation } });
  expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false });
  const types = async () => (await product.history(userStream(body.user.id))).map(({ type }) => type);
  expect(await types()).toEqual(["UserRegistered", "InvitationAccepted"]);
  await verify(url, person.email);
  await verify(url, person.email);
  expect(await types()).toEqual(["UserRegistered", "InvitationAccepted", "EmailVerified", "RolesChanged"]);
  const listed = (await product.history(adminsStream)).filter(({ type }) => type === "AdminListed");
  expect(listed.at(-1)?.data).toMatchObject({ userId: body.user.id });
  const signedIn = await login(url, person);
  expect(signedIn.body.user).toMatchObject({ isAdmin: true, isDeveloper: true, isPro: false });
  expect((await setStatusOf(signedIn.body.token)).status).toBe(200);
});

it("JO-06 gives its roles to who verifies the address by setting a new password", async () => {
  const { invitation } = await givenInvitation(url, admin, { isPro: true });
  const person = newPerson();
  await call(url, "POST /api/auth/register", { body: { ...person, invitation } });
  await forgotPassword(url, person.email);
  expect((await resetPassword(url, await resetTokenTo(url, person.email))).status).toBe(200);
  const { body } = await login(url, { ...person, password: newPassword });
  expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false, isPro: true });
});

it("JO-06 gives no roles if it was revoked before the address was verified, or an admin has decided since", async () => {
  const { id, invitation } = await givenInvitation(url, admin, { uses: 2, isDeveloper: true });
  const [decided, late] = [newPerson(), newPerson()];
  const registered = [
    await call(url, "POST /api/auth/register", { body: { ...decided, invitation } }),
    await call(url, "POST /api/auth/register", { body: { ...late, invitation } }),
  ];
  await verify(url, decided.email);
  await setRoles(url, { by: admin, of: registered[0]?.body.user }, {});
  await verify(url, decided.email);
  await revoke(url, admin, id);
  await verify(url, late.email);
  for (const person of [decided, late]) {
    const { body } = await login(url, person);
    expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false, isPro: false });
  }
});

it("JO-06 gives no roles after an admin has said none, also before the address is verified", async () => {
  const { invitation } = await givenInvitation(url, admin, { isAdmin: true });
  const person = newPerson();
  const { body } = await call(url, "POST /api/auth/register", { body: { ...person, invitation } });
  expect((await setRoles(url, { by: admin, of: body.user }, {})).status).toBe(200);
  await verify(url, person.email);
  expect((await login(url, person)).body.user).toMatchObject({ isAdmin: false });
});

it("D6 stays dead when its maker becomes an admin again, also for who registered before", async () => {
  const maker = await givenAdmin(product);
  const { id, invitation } = await givenInvitation(url, maker, { uses: 2, isAdmin: true, isPro: true });
  const person = newPerson();
  await call(url, "POST /api/auth/register", { body: { ...person, invitation } });

  for (const isAdmin of [false, true]) {
    expect((await setRoles(url, { by: admin, of: maker }, { isAdmin })).status).toBe(200);
  }

  expect((await call(url, "POST /api/auth/check", { body: { invitation } })).body).toEqual({ invitationValid: false });
  expect(outcome(await join(url, { invitation }))).toEqual([400, "invalid_fields", "invitation"]);
  expect((await listedInvitations(product, admin)).invitations[0]).toMatchObject({ id, state: "no-admin" });
  await verify(url, person.email);
  expect((await login(url, person)).body.user).toMatchObject({ isAdmin: false, isPro: false });
  const { invitation: next } = await givenInvitation(url, maker, { isPro: true });
  expect(outcome(await join(url, { invitation: next }))).toEqual(joined);
});

it("JO-07 is listed by pages, newest first, and without its link", async () => {
  const made = [await givenInvitation(url, admin), await givenInvitation(url, admin, { uses: 9, expiresInDays: 90 })];
  const first = await listedInvitations(product, admin, "?limit=1");
  expect(first.invitations).toMatchObject([{ id: made[1]?.id, uses: 9, used: 0, state: "open", email: null }]);
  const next = await listedInvitations(product, admin, `?limit=1&cursor=${first.nextCursor}`);
  expect(next.invitations).toMatchObject([{ id: made[0]?.id }]);
  expect(JSON.stringify([first, next])).not.toContain(made[0]?.invitation);
  expect(JSON.stringify([first, next])).not.toMatch(/invitation=|"url"/);
});

const setStatusOf = async (token: string) => {
  const of = await givenSignedInUser(url);
  return call(url, `PUT /api/admin/users/${of.id}/status`, { token, body: { isActive: false } });
};

const login = (url: string, { email, password }: Person) =>
  call(url, "POST /api/auth/login", { body: { email, password } });
