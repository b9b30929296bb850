import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { call } from "./client.ts";
import { askUserinfo, givenParties, givenTokens, type Parties, refresh } from "./grants.ts";
import { askToken, postForm } from "./token-calls.ts";

const product = ownProductScene();
let admin: Member;
let parties: Parties;
beforeAll(async () => {
  admin = await givenAdmin(product);
  parties = await givenParties(product.url);
});

type Reason = "planned" | "urgent" | "compromised";
const rotate = (reason: Reason) =>
  call(product.url, "POST /api/admin/signing-keys/rotate", { token: admin.token, body: { reason } });

/** The ids of keys by their state, as admins see them. */
async function keysIn(state: string): Promise<string[]> {
  const { body } = await call(product.url, "GET /api/admin/signing-keys", { token: admin.token });
  return body.keys.filter((key: { state: string }) => key.state === state).map(({ id }: { id: string }) => id);
}

const publishedKeys = async (): Promise<JSONWebKeySet> => (await call(product.url, "GET /api/oauth/jwks")).body;
/** The JWKS once it has caught up with the last rotation. */
async function keysAfterRotation(): Promise<JSONWebKeySet> {
  const next = await keysIn("next");
  const kids = async () => (await publishedKeys()).keys.map(({ kid = "" }) => kid);
  await expect.poll(kids).toEqual(expect.arrayContaining(next));
  return publishedKeys();
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? "";
const offline = { scope: "openid profile offline_access" };
const introspected = async (token: string) =>
  (await postForm(`${product.url}/api/oauth/introspect`, { token }, { basic: parties.application })).body.active;

it("RS-10 RS-11 oidcc-server-rotate-keys signs with new keys after a rotation, and still publishes the old ones", async () => {
  const before = await publishedKeys();
  const old = await givenTokens(parties, offline);
  expect(await rotate("planned")).toMatchObject({ status: 409, body: { code: "next_key_too_new" } });
  expect(await rotate("urgent")).toMatchObject({ status: 200 });
  await expect.poll(async () => kidOf((await givenTokens(parties)).access_token)).not.toBe(kidOf(old.access_token));
  const after = await keysAfterRotation();
  const renewed = await givenTokens(parties, offline);
  expect(kidOf(renewed.id_token)).not.toBe(kidOf(old.id_token));

  const kids = after.keys.map(({ kid }) => kid);
  expect(kids).toEqual(expect.arrayContaining(before.keys.map(({ kid }) => kid)));
  // Of each algorithm the one that signs, the former one and the next one.
  expect([kids.length, kids.slice(0, 2).toSorted()]).toEqual([6, (await keysIn("current")).toSorted()]);
  expect(JSON.stringify(after)).not.toMatch(/"(d|p|q|dp|dq|qi|k)":/);
  for (const { access_token, id_token } of [old, renewed]) {
    for (const token of [access_token, id_token]) await jwtVerify(token, createLocalJWKSet(after));
    expect([(await askUserinfo(product.url, access_token)).status, await introspected(access_token)]).toEqual([
      200,
      true,
    ]);
  }
});

it("CR-04 answers every token request while keys rotate, and every token verifies, also by a JWKS of before", async () => {
  expect((await rotate("urgent")).status).toBe(200);
  const cached = createLocalJWKSet(await keysAfterRotation());
  const rules = { basic: parties.application };
  const results = { refused: [] as unknown[], unverified: [] as unknown[], kids: new Set<string>(), tokens: 0 };
  let family = await givenTokens(parties, offline);

  const verify = async (token: string) => {
    results.tokens++;
    results.kids.add(kidOf(token));
    await jwtVerify(token, cached).catch((error) => results.unverified.push(error));
  };
  const clientCredentials = async () => {
    const { status, body } = await askToken(product.url, { grant_type: "client_credentials" }, rules);
    if (status !== 200) return void results.refused.push([status, body]);
    await verify(body.access_token);
    if (!(await introspected(body.access_token))) results.unverified.push("introspection");
  };
  const refreshing = async () => {
    const { status, body } = await refresh(parties, family);
    if (status !== 200) return void results.refused.push([status, body]);
    family = body;
    await Promise.all([verify(body.access_token), verify(body.id_token)]);
    const { status: userinfo } = await askUserinfo(product.url, body.access_token);
    if (userinfo !== 200) results.unverified.push(["userinfo", userinfo]);
  };
  let isRotating = true;
  const client = async (ask: () => Promise<void>) => {
    for (let after = 0; after < 10; after += isRotating ? 0 : 1) await ask();
  };
  const load = Promise.all([client(refreshing), ...Array.from({ length: 4 }, () => client(clientCredentials))]);
  const [rsa, ec] = await keysIn("next");
  expect((await rotate("urgent")).status).toBe(200);
  await expect.poll(() => results.kids.has(rsa ?? "") && results.kids.has(ec ?? "")).toBe(true);
  isRotating = false;
  await load;

  expect(results).toMatchObject({ refused: [], unverified: [] });
  expect(results.tokens).toBeGreaterThan(60);
});

it("RS-11 CR-03 counts nothing any more that compromised keys signed, and what rests on no token goes on", async () => {
  const old = await givenTokens(parties, offline);
  expect((await rotate("compromised")).status).toBe(200);
  expect([(await askUserinfo(product.url, old.access_token)).status, await introspected(old.access_token)]).toEqual([
    401,
    false,
  ]);
  const kids = (await keysAfterRotation()).keys.map(({ kid = "" }) => kid);
  expect(kids).not.toContain(kidOf(old.access_token));
  expect(await keysIn("withdrawn")).toEqual(expect.arrayContaining([kidOf(old.access_token), kidOf(old.id_token)]));

  const { body } = await refresh(parties, old);
  expect(kids).toContain(kidOf(body.access_token));
  expect((await askUserinfo(product.url, body.access_token)).status).toBe(200);
});
