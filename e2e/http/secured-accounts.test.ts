import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { givenAdmin, type Member, secure, secureOwn } from "./admins.ts";
import { call, emailTo, givenSignedInUser, signIn } from "./client.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { newPassword, resetPassword } from "./recovery-links.ts";
import { knowingAll } from "./stored-log.ts";
import { signInStatus } from "./verification-links.ts";

let product: SharedProduct;
let url: string;
let admin: Member;
beforeAll(async () => {
  product = await sharedProduct();
  ({ url } = product);
  admin = await givenAdmin(product);
});

const status = async (token: string) => (await call(url, "GET /api/auth/me", { token })).status;
const sentences = async (token: string) => {
  const { body } = await call(url, "GET /api/user/activity", { token, headers: await knowingAll(product) });
  return JSON.stringify(body.activity);
};

it("D17 lets an admin end everything: the owner gets one email, with a link to a new password", async () => {
  const owner = await givenSignedInUser(url);
  const passkey = await givenHardwareKey(url, owner);
  expect((await secure(url, { by: admin, of: owner })).body).toEqual({ message: "Account secured" });
  expect([await status(owner.token), await signInStatus(url, owner)]).toEqual([401, 401]);
  expect((await signInByPasskey(url, passkey)).status).toBe(401);
  const { text } = await emailTo(url, owner.email, "Your account was secured");
  expect(text).toContain("An admin of this service secured your Attestory account");
  expect(text).toContain("your hardware keys and passkeys");
  const token = /reset-password\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "";
  expect((await resetPassword(url, token)).status).toBe(200);
  const shown = await sentences(await signIn(url, { ...owner, password: newPassword }));
  expect(shown).toContain("An admin secured your account");
});

it("D17 keeps the owner's session, and what the owner does not choose", async () => {
  const owner = await givenSignedInUser(url);
  const other = await signIn(url, owner);
  const passkey = await givenHardwareKey(url, owner);
  const { body } = await call(url, "GET /api/user/protection", {
    token: owner.token,
    headers: await knowingAll(product),
  });
  expect(body).toMatchObject({ hasPassword: true, sessions: 1, hardwareKeys: 1, recoveryCodes: 10, apiKeys: 0 });
  const refused = await secureOwn(url, owner.token, { sessions: false });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["sessions"]]);
  const kept = { password: false, hardwareKeys: false } as const;
  expect((await secureOwn(url, owner.token, kept)).status).toBe(200);
  expect([await status(owner.token), await status(other)]).toEqual([200, 401]);
  expect((await signInByPasskey(url, passkey)).status).toBe(200);
  expect((await emailTo(url, owner.email, "Your account was secured")).text).toContain("/not-me?token=");
  expect(await sentences(owner.token)).toContain("You secured your account");
});
