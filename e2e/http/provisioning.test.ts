import { randomUUID } from "node:crypto";
import { invitedAccountsStream, userStream } from "@attestory/events/envelope.ts";
import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { givenAdmin } from "./admins.ts";
import { type GivenKey, givenApiKey } from "./api-key-calls.ts";
import { call, emailTo, givenSignedInUser, newPerson, notMeTokenIn, type Person, register, signIn } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { forgotPassword, linkTokenTo, newPassword, resetPassword } from "./recovery-links.ts";
import { knowingAll, typesIn } from "./stored-log.ts";

const product = sharedProductScene();
let owner: Person & { id: string; token: string };
let key: GivenKey;

beforeAll(async () => {
  owner = await givenSignedInUser(product.url);
  key = await givenApiKey(product, owner, { scopes: ["users:read", "users:write"] });
});

const invitation = { page: "reset-password", subject: "Choose a password" };
const asked = () => {
  const { email, username } = newPerson();
  return { email, username, firstName: "Ada", lastName: "" };
};
const create = (body: object, { token = key.keyValue, headers = {}, url = product.url } = {}) =>
  call(url, "POST /api/users", { token, body, headers });

/** The ids of the users whom a key sees. */
async function listed(url: string, token: string): Promise<string[]> {
  const headers = await knowingAll({ url });
  const { body } = await askUntilUpToDate(() => call(url, "GET /api/users?limit=200", { token, headers }));
  return body.users.map((user: { id: string }) => user.id);
}

async function givenInvited() {
  const account = asked();
  const { status, body } = await create(account);
  if (status !== 201) throw new Error(`users answered ${status}: ${JSON.stringify(body)}`);
  return { ...account, id: body.user.id as string };
}

it("creates an account whose owner chooses the password, and then signs in", async () => {
  const account = asked();
  const { status, body } = await create(account);
  expect([status, body]).toEqual([
    201,
    {
      user: { ...sampleUser({ emailVerified: false }), ...account, lastName: null, id: expect.any(String) },
    },
  ]);
  const { id } = body.user;
  expect(await typesIn(product, userStream(id))).toEqual(["UserRegistered", "PasswordResetRequested"]);

  const wrong = { email: account.email, password: newPassword };
  expect((await call(product.url, "POST /api/auth/login", { body: wrong })).status).toBe(401);
  const token = await linkTokenTo(product.url, account.email, invitation);
  expect((await resetPassword(product.url, token)).status).toBe(200);
  const session = await signIn(product.url, { ...account, password: newPassword });
  const headers = await knowingAll(product);
  const me = await call(product.url, "GET /api/auth/me", { token: session, headers });
  expect(me.body.user).toMatchObject({ id, emailVerified: true });
  expect((await resetPassword(product.url, token)).status).toBe(400);
});

it("T14 shows the account to the keys of the owner who created it, and to no other", async () => {
  const { id } = await givenInvited();
  const others = await givenApiKey(product, await givenSignedInUser(product.url));
  expect(await listed(product.url, key.keyValue)).toContain(id);
  expect(await listed(product.url, others.keyValue)).not.toContain(id);
});

it("gives a repeated call with one Idempotency-Key the same account", async () => {
  const account = asked();
  const headers = { "idempotency-key": "7d0c46d5-4f39-4d3f-a6a0-4a1f4b9f4b0e" };
  const [first, again] = [await create(account, { headers }), await create(account, { headers })];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});

it("names the scope that a key lacks, and creates nothing", async () => {
  const { keyValue } = await givenApiKey(product, owner, { scopes: ["users:read"] });
  const account = asked();
  const refused = await create(account, { token: keyValue });
  expect([refused.status, refused.body]).toEqual([
    403,
    { message: "This API key lacks the scope users:write", code: "insufficient_scope" },
  ]);
  expect((await create(account)).status).toBe(201);
});

it("refuses a taken address, a taken username and wrong fields", async () => {
  const taken = await givenInvited();
  const address = await create({ ...asked(), email: taken.email.toUpperCase() });
  expect([address.status, address.body.code]).toEqual([409, "email_taken"]);
  const name = await create({ ...asked(), username: taken.username });
  expect([name.status, name.body.code]).toEqual([409, "username_taken"]);
  const wrong = await create({ ...asked(), email: "nobody", password: newPassword });
  expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ["email", "password"]]);
});

it("sends the invitation again to an owner who lost it", async () => {
  const { email, id } = await givenInvited();
  const first = await linkTokenTo(product.url, email, invitation);
  expect((await forgotPassword(product.url, email)).status).toBe(200);
  await expect
    .poll(() => typesIn(product, userStream(id)))
    .toEqual(["UserRegistered", "PasswordResetRequested", "PasswordResetRequested"]);
  await expect.poll(() => linkTokenTo(product.url, email, invitation)).not.toBe(first);
  expect((await resetPassword(product.url, first)).status).toBe(400);
  expect((await resetPassword(product.url, await linkTokenTo(product.url, email, invitation))).status).toBe(200);
});

it("removes the account when the owner of the address wants none", async () => {
  const { email, username } = await givenInvited();
  const { text } = await emailTo(product.url, email, invitation.subject);
  const body = { token: notMeTokenIn({ text }) };
  expect((await call(product.url, "POST /api/auth/not-me", { body })).status).toBe(200);
  const token = /reset-password\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  expect((await resetPassword(product.url, token)).status).toBe(400);
  await register(product.url, { email, username, password: newPassword });
});

it("T2 does not tell a program which addresses have an account, in strict mode", {
  tags: ["embedded/one-process"],
}, async () => {
  const strict = await startInProcess({ ENUMERATION_PROTECTION: "strict" });
  const { url } = strict;
  const program = await givenSignedInUser(url);
  const { keyValue: token } = await givenApiKey(strict, program);
  const taken = await givenSignedInUser(url);
  const answers = [
    await create(asked(), { token, url }),
    await create({ ...asked(), email: taken.email }, { token, url }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const ids = answers.map(({ body }) => body.user.id);
  expect((await listed(url, token)).toSorted()).toEqual(ids.toSorted());
  await emailTo(url, taken.email, "You already have an account");
  // Nor is an invited owner sent a link that would verify the address without a password.
  const invited = asked();
  await create(invited, { token, url });
  await create({ ...asked(), email: invited.email }, { token, url });
  await emailTo(url, invited.email, "You already have an account");
  await strict.remove();
});

it("D12 says when the API keys of a user, all of them together, may create accounts again", async () => {
  const program = await givenSignedInUser(product.url);
  const keys = [await givenApiKey(product, program), await givenApiKey(product, program)];
  for (let n = 0; n < 49; n++) {
    await product.happened(invitedAccountsStream(program.id), {
      type: "InvitedAccountCounted",
      data: { userId: program.id, accountId: randomUUID() },
    });
  }
  expect((await create(asked(), { token: keys[0]?.keyValue })).status).toBe(201);
  for (const { keyValue: token } of keys) {
    const { status, body, headers } = await create(asked(), { token });
    expect([status, body]).toEqual([
      429,
      {
        code: "invitations_used_up",
        message: expect.stringMatching(
          /^Your API keys have created 50 accounts in 24 hours, which is all they may\. They can create the next one at 20\S+Z\.$/,
        ),
      },
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(86_000);
  }
  const shown = { limit: 50, used: 50, lapsed: 0, resumesAt: expect.stringMatching(/Z$/) };
  const admin = await givenAdmin(product);
  const headers = await knowingAll(product);
  const own = await call(product.url, "GET /api/developer/api-keys", { token: program.token, headers });
  const forAdmins = await call(product.url, `GET /api/admin/users/${program.id}`, { token: admin.token, headers });
  expect([own.body.invitations, forAdmins.body.account.invitations]).toEqual([shown, shown]);
});
