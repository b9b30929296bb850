import { expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { secure, secureOwn } from "./admins.ts";
import { call, emailTo, givenSignedInUser, signIn } from "./client.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { newPassword, resetPassword } from "./recovery-links.ts";
import { knowingAll } from "./stored-log.ts";
import { signInStatus } from "./verification-links.ts";

const scene = adminScene();

const status = async (token: string) => (await call(scene.url, "GET /api/auth/me", { token })).status;
const sentences = async (token: string) => {
  const { body } = await call(scene.url, "GET /api/user/activity", { token, headers: await knowingAll(scene.product) });
  return JSON.stringify(body.activity);
};

it("D17 lets an admin end everything: the owner gets one email, with a link to a new password", async () => {
  const owner = await givenSignedInUser(scene.url);
  const passkey = await givenHardwareKey(scene.url, owner);
  expect((await secure(scene.url, { by: scene.admin, of: owner })).body).toEqual({ message: "Account secured" });
  expect([await status(owner.token), await signInStatus(scene.url, owner)]).toEqual([401, 401]);
  expect((await signInByPasskey(scene.url, passkey)).status).toBe(401);
  const { text } = await emailTo(scene.url, owner.email, "Your account was secured");
  expect(text).toContain("An admin of this service secured your Attestory account");
  expect(text).toContain("your hardware keys and passkeys");
  const token = /reset-password\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "";
  expect((await resetPassword(scene.url, token)).status).toBe(200);
  const shown = await sentences(await signIn(scene.url, { ...owner, password: newPassword }));
  expect(shown).toContain("An admin secured your account");
});

it("D17 keeps the owner's session, and what the owner does not choose", async () => {
  const owner = await givenSignedInUser(scene.url);
  const other = await signIn(scene.url, owner);
  const passkey = await givenHardwareKey(scene.url, owner);
  const { body } = await call(scene.url, "GET /api/user/protection", {
    token: owner.token,
    headers: await knowingAll(scene.product),
  });
  expect(body).toMatchObject({ hasPassword: true, sessions: 1, hardwareKeys: 1, recoveryCodes: 10, apiKeys: 0 });
  const refused = await secureOwn(scene.url, owner.token, { sessions: false });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["sessions"]]);
  const kept = { password: false, hardwareKeys: false } as const;
  expect((await secureOwn(scene.url, owner.token, kept)).status).toBe(200);
  expect([await status(owner.token), await status(other)]).toEqual([200, 401]);
  expect((await signInByPasskey(scene.url, passkey)).status).toBe(200);
  expect((await emailTo(scene.url, owner.email, "Your account was secured")).text).toContain("/not-me?token=");
  expect(await sentences(owner.token)).toContain("You secured your account");
});
