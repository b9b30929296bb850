import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import type { InProcess } from "../start-in-process.ts";
import {
  care,
  createAccount,
  endSessions,
  givenAdmin,
  type Member,
  removeFactors,
  rename,
  secure,
  setRoles,
  setStatus,
} from "./admins.ts";
import { becomes, createKey } from "./api-key-calls.ts";
import { givenDeveloper, redirectUri, registerApplication } from "./applications.ts";
import { givenVisitor, queryOf, requestOf } from "./authorizations.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser } from "./client.ts";
import { answer, deviceApplication, givenDevice } from "./device-scene.ts";
import { allowSource, removeSource } from "./document-host.ts";
import { erasureWrites } from "./erasure-calls.ts";
import { beginRegistration, completeRegistration, signInByPasskey } from "./hardware-key-calls.ts";
import { invite, revoke, setPolicy } from "./joining-calls.ts";
import { askUntilUpToDate, marks } from "./own-writes.ts";
import { givenInitialToken, makeInitialToken, registerClient, revokeInitialToken } from "./registration-calls.ts";
import { givenTrustingUser } from "./second-factors.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

type Write = [route: string, answer: Answered];

/** The answers to writes that need more than a valid body: a hardware key, a code, a role or an entry of the activity. */
export const preparedWrites = async (product: Pick<InProcess, "url" | "happened">): Promise<Write[]> => [
  ...(await keyWrites(product.url)),
  ...(await secondFactorWrites(product.url)),
  ...(await adminWrites(product)),
  ...(await applicationWrites(product)),
  ...(await apiKeyWrites(product)),
  ...(await consentWrites(product.url)),
  ...(await erasureWrites(product.url)),
  ["POST /api/oauth/device", await allowDevice(product.url)],
  ["POST /api/user/not-me", await disown(product.url)],
];

async function allowDevice(url: string): Promise<Answered> {
  const [application, user] = [await deviceApplication(url), await givenSignedInUser(url)];
  return answer({ url, user }, await givenDevice({ url, application }));
}

async function keyWrites(url: string): Promise<Write[]> {
  const owner = await givenSignedInUser(url);
  const { token } = owner;
  const key = new SoftwareAuthenticator(url);
  const added = await completeRegistration(url, owner, key.register(await beginRegistration(url, owner)));
  const path = `/api/user/hardware-keys/${added.body.hardwareKey.id}`;
  const body = { newPassword: "another horse battery", confirmPassword: "another horse battery" };
  return [
    ["POST /api/auth/webauthn/register-complete", added],
    ["PUT /api/user/hardware-keys/{keyId}", await call(url, `PUT ${path}`, { token, body: { name: "Desk" } })],
    ["POST /api/auth/webauthn/login-complete", await signInByPasskey(url, key)],
    ["DELETE /api/user/password", await call(url, "DELETE /api/user/password", { token })],
    ["POST /api/auth/step-up/email", await call(url, "POST /api/auth/step-up/email", { token })],
    ["POST /api/user/password", await call(url, "POST /api/user/password", { token, body })],
    ["DELETE /api/user/hardware-keys/{keyId}", await call(url, `DELETE ${path}`, { token })],
  ];
}

async function secondFactorWrites(url: string): Promise<Write[]> {
  const { token } = await givenSignedInUser(url);
  const setUp = await call(url, "GET /api/auth/2fa/setup", { token });
  const body = { totpCode: codeAt(setUp.body.secret, new Date()) };
  const trusting = await givenTrustingUser(url);
  const device = `DELETE /api/user/trusted-devices/${trusting.trustId}`;
  return [
    ["GET /api/auth/2fa/setup", setUp],
    ["POST /api/auth/2fa/verify", await call(url, "POST /api/auth/2fa/verify", { token, body })],
    ["POST /api/auth/2fa/recovery-codes", await call(url, "POST /api/auth/2fa/recovery-codes", { token })],
    ["POST /api/auth/2fa/disable", await call(url, "POST /api/auth/2fa/disable", { token })],
    ["DELETE /api/user/trusted-devices/{id}", await call(url, device, { token: trusting.token })],
  ];
}

async function adminWrites(product: Pick<InProcess, "url" | "happened">): Promise<Write[]> {
  const who = { by: await givenAdmin(product), of: await givenSignedInUser(product.url) };
  const unverified = { by: who.by, of: await givenUnverifiedUser(product.url) };
  const invited = await invite(product.url, who.by);
  const initial = await makeInitialToken(product.url, who.by);
  const allowed = await allowSource(product.url, who.by, `${crypto.randomUUID()}.example`);
  return [
    ["PUT /api/admin/sign-up-policy", await setPolicy(product.url, who.by, "open")],
    ["POST /api/admin/invitations", invited],
    ["DELETE /api/admin/invitations/{id}", await revoke(product.url, who.by, invited.body.invitation.id)],
    ["POST /api/admin/initial-access-tokens", initial],
    ["DELETE /api/admin/initial-access-tokens/{id}", await revokeInitialToken(product.url, who.by, initial.body)],
    ["POST /api/admin/client-sources", allowed],
    ["DELETE /api/admin/client-sources/{id}", await removeSource(product.url, who.by, allowed)],
    ["POST /api/admin/users", await createAccount(product.url, who.by)],
    ["PUT /api/admin/users/{id}", await rename(product.url, who, { firstName: "Ada", lastName: "" })],
    ["POST /api/admin/users/{id}/resend-verification", await care(product.url, unverified, "resend-verification")],
    ["POST /api/admin/users/{id}/lift-limits", await care(product.url, who, "lift-limits")],
    ["DELETE /api/admin/users/{id}/second-factors", await removeFactors(product.url, who)],
    ["DELETE /api/admin/users/{id}/sessions", await endSessions(product.url, who)],
    ["POST /api/admin/users/{id}/force-reset", await care(product.url, who, "force-reset")],
    ["POST /api/admin/users/{id}/secure", await secure(product.url, who)],
    ["PUT /api/admin/users/{id}/roles", await setRoles(product.url, who, { isPro: true })],
    ["PUT /api/admin/users/{id}/status", await setStatus(product.url, who, false)],
    ["DELETE /api/admin/users/{id}", await call(product.url, `DELETE /api/admin/users/${who.of.id}`, who.by)],
  ];
}

async function applicationWrites(product: Pick<InProcess, "url" | "happened">): Promise<Write[]> {
  const { url } = product;
  const [{ token }, admin] = [await givenDeveloper(url), await givenAdmin(product)];
  const body = { name: "Ledgerline", redirectUris: [redirectUri] };
  const registered = await call(url, "POST /api/developer/applications", { token, body });
  const { id } = registered.body.application;
  const path = `/api/developer/applications/${id}`;
  const client = await registerClient(url, await givenInitialToken(url, admin), { redirect_uris: [redirectUri] });
  const access = `/api/developer/applications/${client.body.client_id}/registration-access`;
  const decided = (what: string, decision: object) =>
    call(url, `PUT /api/admin/applications/${id}/${what}`, { token: admin.token, body: decision });
  return [
    ["POST /api/developer/applications", registered],
    ["PUT /api/developer/applications/{id}", await call(url, `PUT ${path}`, { token, body })],
    ["POST /api/developer/applications/{id}/rotate-secret", await call(url, `POST ${path}/rotate-secret`, { token })],
    [
      "DELETE /api/developer/applications/{id}/registration-access",
      await call(url, `DELETE ${access}`, { token: admin.token }),
    ],
    ["PUT /api/admin/applications/{id}/trust", await decided("trust", { trusted: true })],
    ["PUT /api/admin/applications/{id}/status", await decided("status", { isActive: false })],
    ["DELETE /api/developer/applications/{id}", await call(url, `DELETE ${path}`, { token })],
    ...(await accessWrites(product, admin)),
  ];
}

/** What admins do to the applications, keys and consents of others. */
async function accessWrites(
  product: Pick<InProcess, "url" | "happened">,
  { token, id: userId }: Member,
): Promise<Write[]> {
  const { url } = product;
  const application = await registerApplication(url);
  const path = `/api/admin/applications/${application.id}`;
  const consenting = await givenVisitor(url);
  const sent = requestOf(application);
  await consenting.authorize(sent);
  await consenting.consent(sent);
  const owner = await givenSignedInUser(url);
  await becomes(product, owner.id, { isPro: true });
  const key = await createKey(url, owner, { name: "Nightly report" });
  const asked = (request: string, body?: object) => call(url, request, { token, ...(body && { body }) });
  return [
    ["POST /api/admin/applications/{id}/hand-over", await asked(`POST ${path}/hand-over`, { userId })],
    [
      "DELETE /api/admin/consents/{userId}/{applicationId}",
      await asked(`DELETE /api/admin/consents/${consenting.person?.id}/${application.id}`),
    ],
    ["DELETE /api/admin/applications/{id}", await asked(`DELETE ${path}`)],
    ["POST /api/admin/mail/test", await asked("POST /api/admin/mail/test")],
    ["POST /api/admin/signing-keys/rotate", await asked("POST /api/admin/signing-keys/rotate", { reason: "urgent" })],
    ["DELETE /api/admin/api-keys/{id}", await asked(`DELETE /api/admin/api-keys/${key.body.apiKey.id}`)],
  ];
}

async function apiKeyWrites(product: Pick<InProcess, "url" | "happened">): Promise<Write[]> {
  const { url } = product;
  const owner = await givenSignedInUser(url);
  await becomes(product, owner.id, { isPro: true });
  const created = await createKey(url, owner, { name: "Nightly report" });
  const path = `/api/developer/api-keys/${created.body.apiKey.id}`;
  return [
    ["POST /api/developer/api-keys", created],
    ["DELETE /api/developer/api-keys/{id}", await call(url, `DELETE ${path}`, { token: owner.token })],
  ];
}

async function consentWrites(url: string): Promise<Write[]> {
  const [{ token }, application] = [await givenSignedInUser(url), await registerApplication(url)];
  const request = requestOf(application);
  const { client_id, redirect_uri, scope, state } = request;
  const asked = await call(url, `GET /api/oauth/authorize?${queryOf(request)}`, { token });
  const body = { client_id, redirect_uri, scope, state };
  const path = `/api/user/connected-apps/${application.id}`;
  return [
    ["GET /api/oauth/authorize", asked],
    ["POST /api/oauth/authorize", await call(url, "POST /api/oauth/authorize", { token, body })],
    ["DELETE /api/user/connected-apps/{id}", await call(url, `DELETE ${path}`, { token })],
  ];
}

async function disown(url: string): Promise<Answered> {
  const { token } = await givenSignedInUser(url);
  const renamed = await call(url, "PUT /api/user/profile", { token, body: { firstName: "Mallory", lastName: "" } });
  const headers = marks.header(renamed);
  const { body } = await askUntilUpToDate(() => call(url, "GET /api/user/activity", { token, headers }));
  const [{ id: activityId, time }] = body.activity;
  return call(url, "POST /api/user/not-me", { token, body: { activityId, time } });
}
