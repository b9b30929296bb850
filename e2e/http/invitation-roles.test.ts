/** @module-tag own-stack */
import { adminsStream, invitationStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { givenAdmin, setRoles } from "./admins.ts";
import { call, emailTo, givenSignedInUser, newPerson, type Person, verify } from "./client.ts";
import { givenInvitation, invite, join, listedInvitations, outcome, revoke, tokenOf } from "./joining-calls.ts";
import { joined, joiningScene, noAddress } from "./joining-scene.ts";
import { forgotPassword, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { storedEvents } from "./stored-log.ts";

const scene = joiningScene();

it("JO-05 for one address is emailed to it and lets no other address in", async () => {
  const person = newPerson();
  const made = await invite(scene.url, scene.admin, { email: person.email, isPro: true });
  expect(made.body.invitation).toMatchObject({ email: person.email, isPro: true, uses: 1 });
  const { text } = await emailTo(scene.url, person.email, "You are invited");
  const link = /http\S+\/register\?invitation=\S+/.exec(text)?.[0] ?? "";
  expect(link).toBe(made.body.invitation.url);
  const invitation = tokenOf(link);
  expect(outcome(await join(scene.url, { invitation }))).toEqual(noAddress);
  expect(outcome(await join(scene.url, { ...person, email: person.email.toUpperCase(), invitation }))).toEqual(joined);
  expect(outcome(await invite(scene.url, scene.admin, { email: newPerson().email, uses: 2 }))).toEqual([
    400,
    "invalid_fields",
    "uses",
  ]);
});

it("JO-05 LG-02 leaves no token and no address in clear in the log", async () => {
  const { email } = newPerson();
  const made = await invite(scene.url, scene.admin, { email });
  const stored = await storedEvents(scene.product);
  const text = JSON.stringify(stored, (_, value) => (typeof value === "bigint" ? String(value) : value));
  expect(text).not.toContain(email);
  expect(text).not.toContain(tokenOf(made.body.invitation.url));
  const [event] = await scene.product.history(invitationStream(made.body.invitation.id));
  expect(event).toMatchObject({ type: "InvitationMade", data: { email, isAddressed: true } });
});

it("JO-06 gives its roles once the address is verified, and not before", async () => {
  const { invitation } = await givenInvitation(scene.url, scene.admin, { isAdmin: true, isDeveloper: true });
  const person = newPerson();
  const { body } = await call(scene.url, "POST /api/auth/register", { body: { ...person, invitation } });
  expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false });
  const types = async () => (await scene.product.history(userStream(body.user.id))).map(({ type }) => type);
  expect(await types()).toEqual(["UserRegistered", "InvitationAccepted"]);
  await verify(scene.url, person.email);
  await verify(scene.url, person.email);
  expect(await types()).toEqual(["UserRegistered", "InvitationAccepted", "EmailVerified", "RolesChanged"]);
  const listed = (await scene.product.history(adminsStream)).filter(({ type }) => type === "AdminListed");
  expect(listed.at(-1)?.data).toMatchObject({ userId: body.user.id });
  const signedIn = await login(scene.url, person);
  expect(signedIn.body.user).toMatchObject({ isAdmin: true, isDeveloper: true, isPro: false });
  expect((await setStatusOf(signedIn.body.token)).status).toBe(200);
});

it("JO-06 gives its roles to who verifies the address by setting a new password", async () => {
  const { invitation } = await givenInvitation(scene.url, scene.admin, { isPro: true });
  const person = newPerson();
  await call(scene.url, "POST /api/auth/register", { body: { ...person, invitation } });
  await forgotPassword(scene.url, person.email);
  expect((await resetPassword(scene.url, await resetTokenTo(scene.url, person.email))).status).toBe(200);
  const { body } = await login(scene.url, { ...person, password: newPassword });
  expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false, isPro: true });
});

it("JO-06 gives no roles if it was revoked before the address was verified, or an admin has decided since", async () => {
  const { id, invitation } = await givenInvitation(scene.url, scene.admin, { uses: 2, isDeveloper: true });
  const [decided, late] = [newPerson(), newPerson()];
  const registered = [
    await call(scene.url, "POST /api/auth/register", { body: { ...decided, invitation } }),
    await call(scene.url, "POST /api/auth/register", { body: { ...late, invitation } }),
  ];
  await verify(scene.url, decided.email);
  await setRoles(scene.url, { by: scene.admin, of: registered[0]?.body.user }, {});
  await verify(scene.url, decided.email);
  await revoke(scene.url, scene.admin, id);
  await verify(scene.url, late.email);
  for (const person of [decided, late]) {
    const { body } = await login(scene.url, person);
    expect(body.user).toMatchObject({ isAdmin: false, isDeveloper: false, isPro: false });
  }
});

it("JO-06 gives no roles after an admin has said none, also before the address is verified", async () => {
  const { invitation } = await givenInvitation(scene.url, scene.admin, { isAdmin: true });
  const person = newPerson();
  const { body } = await call(scene.url, "POST /api/auth/register", { body: { ...person, invitation } });
  expect((await setRoles(scene.url, { by: scene.admin, of: body.user }, {})).status).toBe(200);
  await verify(scene.url, person.email);
  expect((await login(scene.url, person)).body.user).toMatchObject({ isAdmin: false });
});

it("D6 stays dead when its maker becomes an admin again, also for who registered before", async () => {
  const maker = await givenAdmin(scene.product);
  const { id, invitation } = await givenInvitation(scene.url, maker, { uses: 2, isAdmin: true, isPro: true });
  const person = newPerson();
  await call(scene.url, "POST /api/auth/register", { body: { ...person, invitation } });

  for (const isAdmin of [false, true]) {
    expect((await setRoles(scene.url, { by: scene.admin, of: maker }, { isAdmin })).status).toBe(200);
  }

  expect((await call(scene.url, "POST /api/auth/check", { body: { invitation } })).body).toEqual({
    invitationValid: false,
  });
  expect(outcome(await join(scene.url, { invitation }))).toEqual([400, "invalid_fields", "invitation"]);
  expect((await listedInvitations(scene.product, scene.admin)).invitations[0]).toMatchObject({ id, state: "no-admin" });
  await verify(scene.url, person.email);
  expect((await login(scene.url, person)).body.user).toMatchObject({ isAdmin: false, isPro: false });
  const { invitation: next } = await givenInvitation(scene.url, maker, { isPro: true });
  expect(outcome(await join(scene.url, { invitation: next }))).toEqual(joined);
});

it("JO-07 is listed by pages, newest first, and without its link", async () => {
  const made = [
    await givenInvitation(scene.url, scene.admin),
    await givenInvitation(scene.url, scene.admin, { uses: 9, expiresInDays: 90 }),
  ];
  const first = await listedInvitations(scene.product, scene.admin, "?limit=1");
  expect(first.invitations).toMatchObject([{ id: made[1]?.id, uses: 9, used: 0, state: "open", email: null }]);
  const next = await listedInvitations(scene.product, scene.admin, `?limit=1&cursor=${first.nextCursor}`);
  expect(next.invitations).toMatchObject([{ id: made[0]?.id }]);
  expect(JSON.stringify([first, next])).not.toContain(made[0]?.invitation);
  expect(JSON.stringify([first, next])).not.toMatch(/invitation=|"url"/);
});

const setStatusOf = async (token: string) => {
  const of = await givenSignedInUser(scene.url);
  return call(scene.url, `PUT /api/admin/users/${of.id}/status`, { token, body: { isActive: false } });
};

const login = (url: string, { email, password }: Person) =>
  call(url, "POST /api/auth/login", { body: { email, password } });
