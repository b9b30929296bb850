/** @module-tag embedded/moves-clock */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin, setRoles } from "./admins.ts";
import { call, givenSignedInUser, newPerson, signIn, verify } from "./client.ts";
import { givenInvitation, join, listedInvitations, outcome, setPolicy } from "./joining-calls.ts";
import { forgotPassword, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";

it("JO-04 lets nobody in with an invitation from the moment when it expires", async () => {
  const product = await startInProcess();
  const { url } = product;
  product.stopClock();
  const admin = await givenAdmin(product);
  const day = await givenInvitation(url, admin, { uses: 2, expiresInDays: 1 });
  // The list is in the order of time.
  product.advance(1);
  const week = await givenInvitation(url, admin);
  product.advance(86_398);
  expect((await join(url, { invitation: day.invitation })).status).toBe(201);
  product.advance(1);
  expect(outcome(await join(url, { invitation: day.invitation }))).toEqual([400, "invalid_fields", "invitation"]);
  expect((await join(url, { invitation: week.invitation })).status).toBe(201);
  const token = await signIn(url, admin);
  expect((await listedInvitations(product, { token })).invitations).toMatchObject([
    { id: week.id, state: "used" },
    { id: day.id, state: "expired", used: 1 },
  ]);
  await product.remove();
});

it("D6 shows no address of an invitation that has expired for a week, and repeats the command that made it", async () => {
  const product = await startInProcess();
  const { url } = product;
  const admin = await givenAdmin(product);
  const headers = { "idempotency-key": "7d0c46d5-4f39-4d3f-a6a0-4a1f4b9f4b0e" };
  const body = { email: newPerson().email };
  const make = (token: string) => call(url, "POST /api/admin/invitations", { token, body, headers });
  const { id } = (await make(admin.token)).body.invitation;
  product.advance(14 * 86_400);
  const token = await signIn(url, admin);
  const shown = async () => (await listedInvitations(product, { token })).invitations;
  await expect.poll(shown).toMatchObject([{ id, state: "expired", isAddressed: true, email: null }]);
  const again = await make(token);
  expect([again.status, again.body.invitation.id]).toEqual([201, id]);
  await product.remove();
});

it("JO-06 gives no roles by a new password long after, though its admin was none in between", async () => {
  const product = await startInProcess();
  const { url } = product;
  const [admin, maker] = [await givenAdmin(product), await givenAdmin(product)];
  const { invitation } = await givenInvitation(url, maker, { isAdmin: true });
  const person = newPerson();
  expect((await join(url, { ...person, invitation })).status).toBe(201);
  expect((await setRoles(url, { by: admin, of: maker }, {})).status).toBe(200);
  await verify(url, person.email);
  expect((await setRoles(url, { by: admin, of: maker }, { isAdmin: true })).status).toBe(200);
  product.advance(7 * 86_400);
  await forgotPassword(url, person.email);
  expect((await resetPassword(url, await resetTokenTo(url, person.email))).status).toBe(200);
  const body = { email: person.email, password: newPassword };
  const signedIn = await call(url, "POST /api/auth/login", { body });
  expect([signedIn.status, signedIn.body.user]).toEqual([200, expect.objectContaining({ isAdmin: false })]);
  await product.remove();
});

it("JO-01 survives a restart: the policy, and invitations with their uses", async () => {
  const DATA_DIR = mkdtempSync(joinPath(tmpdir(), "attestory-joining-"));
  const product = await startInProcess({ DATA_DIR });
  const admin = await givenAdmin(product);
  const { invitation } = await givenInvitation(product.url, admin, { uses: 2 });
  await setPolicy(product.url, admin, "invitation");
  expect((await join(product.url, { invitation })).status).toBe(201);
  await product.remove();

  const again = await startInProcess({ DATA_DIR });
  expect(outcome(await join(again.url))).toEqual([403, "invitation_required"]);
  expect((await join(again.url, { invitation })).status).toBe(201);
  expect(outcome(await join(again.url, { invitation }))).toEqual([400, "invalid_fields", "invitation"]);
  await again.remove();
  rmSync(DATA_DIR, { recursive: true });
});

it("AU-06 JO-03 uses an invitation up by one for a taken address, too, where nobody may learn that it is taken", async () => {
  const product = await startInProcess({ ENUMERATION_PROTECTION: "strict" });
  const { url } = product;
  const admin = await givenAdmin(product);
  await setPolicy(url, admin, "invitation");
  const { email } = await givenSignedInUserBy(url, admin);
  const { invitation } = await givenInvitation(url, admin, { uses: 2 });
  const [free, taken] = [await join(url, { invitation }), await join(url, { invitation, email })];
  expect([outcome(free), outcome(taken)]).toEqual([
    [201, null],
    [201, null],
  ]);
  const [listed] = (await listedInvitations(product, admin)).invitations;
  expect(listed).toMatchObject({ used: 2, state: "used" });
  for (const said of [{ invitation }, { invitation, email }]) {
    expect(outcome(await join(url, said))).toEqual([400, "invalid_fields", "invitation"]);
  }
  await product.remove();
});

/** A verified account that joined while anyone might. */
async function givenSignedInUserBy(url: string, admin: { token: string }) {
  await setPolicy(url, admin, "open");
  const user = await givenSignedInUser(url);
  await setPolicy(url, admin, "invitation");
  return user;
}
