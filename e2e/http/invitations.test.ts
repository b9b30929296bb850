/** @module-tag own-stack */
import { invitationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { givenAdmin, setRoles } from "./admins.ts";
import { call, givenSignedInUser, newPerson } from "./client.ts";
import { givenInvitation, join, listedInvitations, outcome, revoke, setPolicy } from "./joining-calls.ts";
import { at, joined, joiningScene } from "./joining-scene.ts";

const scene = joiningScene();

const noInvitation = [400, "invalid_fields", "invitation"];

it("JO-03 lets in as many as it has uses, also where an invitation is required", async () => {
  await setPolicy(scene.url, scene.admin, "invitation");
  expect(outcome(await join(scene.url))).toEqual([403, "invitation_required"]);
  const { id, invitation } = await givenInvitation(scene.url, scene.admin, { uses: 2 });
  expect(outcome(await join(scene.url, { invitation }))).toEqual(joined);
  expect(outcome(await join(scene.url, { invitation }))).toEqual(joined);
  expect(outcome(await join(scene.url, { invitation }))).toEqual(noInvitation);
  const [listed] = (await listedInvitations(scene.product, scene.admin)).invitations;
  expect(listed).toMatchObject({ id, uses: 2, used: 2, state: "used", madeBy: { username: scene.admin.username } });
});

it("JO-03 outweighs the domains, but lets nobody in while sign-up is closed", async () => {
  const { invitation } = await givenInvitation(scene.url, scene.admin);
  await setPolicy(scene.url, scene.admin, "closed");
  expect(outcome(await join(scene.url, { invitation }))).toEqual([403, "sign_up_closed"]);
  await setPolicy(scene.url, scene.admin, { mode: "only-domains", domains: ["example.org"] });
  expect(outcome(await join(scene.url, { invitation, ...at("example.net") }))).toEqual(joined);
});

it("JO-03 is not used up by a registration that is refused, and once by one that is repeated", async () => {
  const { invitation } = await givenInvitation(scene.url, scene.admin);
  const { username } = await givenSignedInUser(scene.url);
  expect(outcome(await join(scene.url, { invitation, username }))).toEqual([409, "username_taken"]);
  const body = { ...newPerson(), invitation };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const [first, again] = [
    await call(scene.url, "POST /api/auth/register", { body, headers }),
    await call(scene.url, "POST /api/auth/register", { body, headers }),
  ];
  expect([first.status, again.status, again.body.user.id]).toEqual([201, 201, first.body.user.id]);
  await setPolicy(scene.url, scene.admin, "closed");
  expect((await call(scene.url, "POST /api/auth/register", { body, headers })).status).toBe(201);
});

it("JO-03 of three uses lets in exactly three of thirty who register at once", async () => {
  await setPolicy(scene.url, scene.admin, "invitation");
  const { id, invitation } = await givenInvitation(scene.url, scene.admin, { uses: 3 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => join(scene.url, { invitation })));
  const [inside, outside] = [
    answers.filter(({ status }) => status === 201),
    answers.filter(({ status }) => status !== 201),
  ];
  expect(inside).toHaveLength(3);
  expect(outside.map(outcome)).toEqual(Array(27).fill(noInvitation));
  const used = (await scene.product.history(invitationStream(id))).filter(({ type }) => type === "InvitationUsed");
  expect(used.map(({ data }) => "userId" in data && data.userId).toSorted()).toEqual(
    inside.map(({ body }) => body.user.id).toSorted(),
  );
});

it("JO-04 lets nobody in once it is revoked, and a token that was altered never did", async () => {
  const { id, invitation } = await givenInvitation(scene.url, scene.admin, { uses: 5 });
  const altered = `${invitation.slice(0, -2)}${invitation.endsWith("AA") ? "BB" : "AA"}`;
  for (const token of [altered, "x", `${invitation}A`]) {
    expect(outcome(await join(scene.url, { invitation: token }))).toEqual(noInvitation);
  }
  const check = async () => (await call(scene.url, "POST /api/auth/check", { body: { invitation } })).body;
  expect(await check()).toEqual({ invitationValid: true });
  expect((await revoke(scene.url, scene.admin, id)).body).toEqual({ message: "Invitation revoked" });
  expect(await check()).toEqual({ invitationValid: false });
  expect(outcome(await join(scene.url, { invitation }))).toEqual(noInvitation);
  expect((await revoke(scene.url, scene.admin, id)).status).toBe(200);
  expect(outcome(await revoke(scene.url, scene.admin, crypto.randomUUID()))).toEqual([404, "not_found"]);
  expect((await listedInvitations(scene.product, scene.admin)).invitations[0]).toMatchObject({ id, state: "revoked" });
});

it("JO-04 lets nobody in once its maker is no longer an admin", async () => {
  const other = await givenAdmin(scene.product);
  const { id, invitation } = await givenInvitation(scene.url, other, { isAdmin: true });
  expect((await setRoles(scene.url, { by: scene.admin, of: other }, {})).status).toBe(200);
  expect(outcome(await join(scene.url, { invitation }))).toEqual(noInvitation);
  expect((await listedInvitations(scene.product, scene.admin)).invitations[0]).toMatchObject({ id, state: "no-admin" });
});
