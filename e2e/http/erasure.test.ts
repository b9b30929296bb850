import { randomUUID } from "node:crypto";
import { erasureReceiptStream, erasureStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { adminScene } from "./admin-scene.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { becomes, createKey } from "./api-key-calls.ts";
import { givenDeveloper, registerApplication } from "./applications.ts";
import { call, emailTo, givenSignedInUser, newPerson, register, signIn } from "./client.ts";
import { askForErasure, endGrace, keepAccount, ticketOf } from "./erasure-calls.ts";
import { knowingAll, storedEvents, typesIn } from "./stored-log.ts";

const scene = adminScene();

const erase = (id: string, reason = "requested") =>
  call(scene.url, `DELETE /api/admin/users/${id}?reason=${reason}`, { token: scene.admin.token });
const trySignIn = (url: string, { email, password }: Pick<Member, "email" | "password">) =>
  call(url, "POST /api/auth/login", { body: { email, password } });
const keptLink = async (url: string, email: string) =>
  /keep-account\?token=([A-Za-z0-9_-]+)/.exec((await emailTo(url, email, "will be deleted")).text)?.[1] ?? "";

it("shuts the account at once, and tells the person who signs in until when it can be kept", async () => {
  const { url, product } = scene;
  const person = await givenSignedInUser(url);
  const elsewhere = await signIn(url, person);
  const asked = await askForErasure(url, person);
  expect([asked.status, asked.body]).toEqual([200, expect.objectContaining({ erasesAt: expect.any(String) })]);
  const days = (Date.parse(asked.body.erasesAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThan(14.1);
  for (const token of [person.token, elsewhere]) {
    expect((await call(url, "GET /api/auth/me", { token, headers: await knowingAll(product) })).status).toBe(401);
  }
  const refused = await trySignIn(url, person);
  expect([refused.status, refused.body.code, refused.body.erasesAt]).toEqual([
    403,
    "erasure_requested",
    asked.body.erasesAt,
  ]);
  // A wrong password learns nothing of it.
  const wrong = await trySignIn(url, { ...person, password: "wrong horse battery" });
  expect([wrong.status, wrong.body.code]).toEqual([401, "invalid_credentials"]);

  const kept = await keepAccount(url, refused.body.erasureTicket);
  expect([kept.status, kept.body.message]).toEqual([200, "Your account is kept. Sign in as before."]);
  expect((await trySignIn(url, person)).status).toBe(200);
  expect((await keepAccount(url, refused.body.erasureTicket)).body.code).toBe("invalid_token");
  expect((await endGrace(url, refused.body.erasureTicket)).body.code).toBe("invalid_token");
});

it("keeps the account by the link of the email, which neither signs in nor erases", async () => {
  const { url } = scene;
  const person = await givenSignedInUser(url);
  await askForErasure(url, person);
  const token = await keptLink(url, person.email);
  expect((await endGrace(url, token)).body.code).toBe("invalid_token");
  expect((await keepAccount(url, token)).status).toBe(200);
  expect((await trySignIn(url, person)).status).toBe(200);
  expect((await emailTo(url, person.email, "is kept")).text).toContain("taken back");
});

it("LG-02 erases a person who ends the grace: no field of theirs can be read, and the address is free", async () => {
  const { url, product } = scene;
  const person = await givenSignedInUser(url);
  const { body: asked } = await askForErasure(url, person);
  // A session that was stolen just after a sign-in has this, and cannot end the grace with it.
  expect((await endGrace(url, asked.keepToken)).body.code).toBe("invalid_token");
  const erased = await endGrace(url, await ticketOf(url, person));
  expect([erased.status, erased.body.message]).toEqual([
    200,
    "Your account is deleted, and your data can no longer be read.",
  ]);
  const types = await typesIn(product, userStream(person.id));
  expect(types.slice(-3)).toEqual(["ErasureRequested", "ErasureStarted", "PersonErased"]);
  expect((await product.history(erasureStream(person.id))).map(({ type }) => type)).toEqual(["PersonKeyDestroyed"]);
  // Nothing of the person in clear, in the whole log.
  const clear = (await storedEvents(product)).map(({ data, metadata }) => data + metadata).join("\n");
  for (const value of [person.email, person.username]) expect(clear).not.toContain(value);
  expect((await trySignIn(url, person)).status).toBe(401);

  const receipt = await emailTo(url, person.email, "was deleted");
  const receiptId = /Receipt:? *([0-9a-f-]{36})/.exec(receipt.text)?.[1] ?? "";
  expect(receipt.text).toContain(person.id);
  expect(await typesIn(product, erasureReceiptStream(receiptId))).toEqual(["ErasureReceiptAddressed"]);
  // Another person may have the address and the username.
  await register(url, newPerson({ email: person.email, username: person.username }));
});

it("SE-10 leaves no session, token, key or application of whom an admin erases, before it answers", async () => {
  const { url, product, admin } = scene;
  const person = await givenDeveloper(url);
  await becomes(product, person.id, { isDeveloper: true, isPro: true });
  const application = await registerApplication(url, { developer: person });
  const key = (await createKey(url, person, { name: "script" })).body.apiKey.keyValue;
  const owns = await call(url, "GET /api/users", { token: key, headers: await knowingAll(product) });
  expect(owns.status).toBe(200);

  const erased = await erase(person.id);

  expect([erased.status, erased.body.message]).toEqual([200, "Account erased"]);
  const headers = { "x-log-position": erased.headers.get("x-log-position") ?? "" };
  expect((await call(url, "GET /api/auth/me", { token: person.token, headers })).status).toBe(401);
  expect((await call(url, "GET /api/users", { token: key, headers })).status).toBe(401);
  expect((await call(url, `GET /api/admin/users/${person.id}`, { token: admin.token, headers })).status).toBe(404);
  const credentials = `client_id=${application.clientId}&client_secret=${application.clientSecret}`;
  const tokens = await fetch(`${url}/api/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `grant_type=client_credentials&${credentials}`,
  });
  expect(tokens.status).toBe(401);
  expect((await erase(person.id)).status).toBe(200);
});

it("erases no admin, not oneself, nobody unknown, and nobody without one of the reasons", async () => {
  const { url, product, admin } = scene;
  const other = await givenAdmin(product);
  const codes = async (id: string, reason?: string) => {
    const { status, body } = await erase(id, reason);
    return [status, body.fields ? Object.keys(body.fields) : body.code];
  };
  expect(await codes(other.id)).toEqual([409, "is_admin"]);
  expect(await codes(admin.id)).toEqual([409, "own_account"]);
  expect(await codes(randomUUID())).toEqual([404, "not_found"]);
  expect(await codes(other.id, "because ada@example.com asked")).toEqual([400, ["reason"]]);
  expect(await codes(other.id, "own")).toEqual([400, ["reason"]]);
  expect([(await askForErasure(url, other)).body.code]).toEqual(["is_admin"]);
});

it("lets no admin open or promote an account that its owner wants to delete", async () => {
  const { url, admin } = scene;
  const person = await givenSignedInUser(url);
  await askForErasure(url, person);
  for (const [path, body] of [
    ["status", { isActive: true }],
    ["roles", { isAdmin: true, isDeveloper: false, isPro: false }],
  ] as const) {
    const answer = await call(url, `PUT /api/admin/users/${person.id}/${path}`, { token: admin.token, body });
    expect([answer.status, answer.body.code]).toEqual([409, "erasure_requested"]);
  }
});

it("erases the account when the grace is over, and not before", { tags: ["embedded/moves-clock"] }, async () => {
  const own = await startInProcess();
  const person = await givenSignedInUser(own.url);
  await askForErasure(own.url, person);
  own.advance(13.9 * 86_400);
  await givenSignedInUser(own.url);
  const types = () => typesIn(own, userStream(person.id));
  expect(await types()).not.toContain("ErasureStarted");
  own.advance(0.2 * 86_400);
  await expect.poll(types, { timeout: 20_000 }).toContain("PersonErased");
  await emailTo(own.url, person.email, "was deleted");
  // The address of the receipt goes, too, once it was sent.
  own.advance(60);
  const receipts = async () => (await storedEvents(own)).filter(({ type }) => type === "PersonKeyDestroyed").length;
  await expect.poll(receipts, { timeout: 20_000 }).toBe(2);
  await own.remove();
});
