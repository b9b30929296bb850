/** @module-tag embedded/moves-clock */
import { randomUUID } from "node:crypto";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { facts } from "./stored-log.ts";

/**
 * The calls that ask for a recent authentication. Only a person can decide this. The password change is not among them: the current
 * password in its body is its own step-up.
 */
const guarded = [
  "DELETE /api/admin/users/{id}/second-factors",
  "DELETE /api/admin/invitations/{id}",
  "DELETE /api/admin/initial-access-tokens/{id}",
  "DELETE /api/admin/client-sources/{id}",
  "DELETE /api/admin/api-keys/{id}",
  "DELETE /api/admin/users/{id}",
  "DELETE /api/user",
  "DELETE /api/admin/applications/{id}",
  "DELETE /api/admin/consents/{userId}/{applicationId}",
  "DELETE /api/developer/applications/{id}",
  "DELETE /api/user/hardware-keys/{keyId}",
  "DELETE /api/user/password",
  "GET /api/admin/export",
  "GET /api/auth/2fa/setup",
  "GET /api/auth/webauthn/register-begin",
  "GET /api/user/data",
  "POST /api/admin/generations/{generation}/activate",
  "POST /api/admin/import",
  "POST /api/admin/invitations",
  "POST /api/admin/initial-access-tokens",
  "POST /api/admin/client-sources",
  "POST /api/admin/applications/{id}/hand-over",
  "POST /api/admin/signing-keys/rotate",
  "POST /api/auth/2fa/disable",
  "POST /api/auth/2fa/recovery-codes",
  "POST /api/auth/webauthn/register-complete",
  "POST /api/developer/api-keys",
  "POST /api/developer/applications/{id}/rotate-secret",
  "POST /api/user/not-me",
  "POST /api/user/secure",
  "POST /api/user/password",
  "PUT /api/admin/applications/{id}/status",
  "PUT /api/developer/applications/{id}",
  "PUT /api/admin/applications/{id}/trust",
  "PUT /api/admin/sign-up-policy",
  "POST /api/admin/users",
  "POST /api/admin/users/{id}/force-reset",
  "POST /api/admin/users/{id}/secure",
  "POST /api/admin/users/{id}/lift-limits",
  "PUT /api/admin/users/{id}",
  "PUT /api/admin/users/{id}/roles",
  "PUT /api/admin/users/{id}/status",
  "PUT /api/user/email",
];
/** What a call is about if it may weaken the protection of an account, or send codes and tokens elsewhere. A new call of these must be decided about, too. */
const sensitive =
  /2fa|webauthn|hardware|password|email|username|oauth|enable-developer|admin|roles|status|not-me|secure|data|erasure|secret|api-keys|applications|^DELETE \/api\/user$/;
/** Sensitive, and nevertheless without a step-up. */
const open = [
  // It only takes access away.
  "DELETE /api/developer/applications/{id}/registration-access",
  // A new application has neither users nor consents.
  "POST /api/developer/applications",
  // The same for a device; the second call only shows what it asks.
  "POST /api/oauth/device",
  "POST /api/oauth/device/request",
  // The user answers what an application asks, and gets an email with "This wasn't me", which ends the access.
  "POST /api/oauth/authorize",
  // The same email ends this. The address, which links and codes are sent to, stays.
  "PUT /api/user/username",
  // Every verified user may, and is sent an email. What a developer then changes needs a step-up.
  "POST /api/user/enable-developer",
  // Only ends what was allowed.
  "DELETE /api/developer/api-keys/{id}",
  // Only ends sessions.
  "DELETE /api/admin/users/{id}/sessions",
  // The link goes to the account's own address.
  "POST /api/admin/users/{id}/resend-verification",
  // Withdraws a change that waits for its link.
  "DELETE /api/user/email-change",
  // Sends a fixed text to the admin's own address.
  "POST /api/admin/mail/test",
  // Takes the link of the operator's terminal, which proves more.
  "POST /api/auth/admin-link",
  // Ends what a step-up began: the code proves the new authenticator app.
  "POST /api/auth/2fa/verify",
  // Only a name.
  "PUT /api/user/hardware-keys/{keyId}",
  // The current password in the body is its own step-up.
  "PUT /api/user/password",
  // Sends the code that a step-up takes.
  "POST /api/auth/step-up/email",
];

/** Ends the session that makes it. */
const locking = "POST /api/user/not-me";

const product = ownProductScene();
let admin: Person & { token: string; id: string };
let declared: DeclaredRoute[];
beforeAll(async () => {
  product.stopClock();
  admin = await givenSignedInUser(product.url);
  const data = { userId: admin.id, isAdmin: true, isDeveloper: true, isPro: true };
  await product.happened(userStream(admin.id), { type: "RolesChanged", data });
  declared = await declaredRoutes(product.url);
});

/** The codes of the answers to guarded calls, with a body that each accepts and an id that does not exist. */
async function codesOf(token: string, isAsked = (_: string) => true): Promise<[string, number, string][]> {
  const bodies = new Map((await goodWrites(product.url, admin)).map(({ route, body }) => [route, body]));
  const calls = declared.filter((route) => route.stepUp && isAsked(named(route)));
  return Promise.all(
    calls.map(async (route) => {
      const body = bodies.get(named(route));
      const asking = { token, ...(body && Object.keys(body).length > 0 && { body }) };
      const answer = await call(product.url, `${route.method} ${filled(route.path, randomUUID())}`, asking);
      return [named(route), answer.status, answer.body.code] as [string, number, string];
    }),
  );
}

it("T4 AC-01 is declared by every call that can weaken the protection of an account, and by no other", () => {
  const flagged = declared.filter(({ stepUp }) => stepUp).map(named);
  expect(flagged.toSorted()).toEqual(guarded.toSorted());
  const undecided = declared
    .filter((route) => !route.open && (route.method !== "GET" || route.stepUp) && sensitive.test(named(route)))
    .map(named)
    .filter((route) => !guarded.includes(route));
  expect(undecided.toSorted()).toEqual(open.toSorted());
});

it("T4 lets a session make every such call for 300 seconds after its sign-in, and then refuses all of them", async () => {
  const other = await givenSignedInUser(product.url);
  const locked = await givenSignedInUser(product.url);
  const fresh = [
    ...(await codesOf(admin.token, (route) => route !== locking)),
    ...(await codesOf(locked.token, (route) => route === locking)),
  ];
  expect(fresh.map(([route]) => route).toSorted()).toEqual(guarded.toSorted());
  expect(fresh.filter(([, , code]) => code === "reauthentication_required")).toEqual([]);
  expect(fresh.filter(([, status]) => status >= 500)).toEqual([]);
  product.advance(301);
  const before = (await facts(product)).length;

  const stale = await codesOf(admin.token);

  expect(stale.toSorted()).toEqual(guarded.map((route) => [route, 403, "reauthentication_required"]).toSorted());
  expect((await facts(product)).length).toBe(before);
  expect((await call(product.url, "PUT /api/user/profile", { token: other.token, body: {} })).body.code).toBe(
    "invalid_fields",
  );
});

it("T4 checks the fields of a call before it asks who the user is", async () => {
  product.advance(301);
  const answer = await call(product.url, "POST /api/auth/webauthn/register-complete", {
    token: admin.token,
    body: { unknown: 1 },
  });
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_fields"]);
});
