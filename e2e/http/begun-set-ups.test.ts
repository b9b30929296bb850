import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { describe, expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { care, endSessions, type Member, removeFactors } from "./admins.ts";
import { call, emailTo, givenSignedInUser, notMeTokenIn, signIn } from "./client.ts";
import { beginRegistration, completeRegistration, givenHardwareKey } from "./hardware-key-calls.ts";
import { changePassword } from "./password-calls.ts";
import { disown, givenEmailChange, newPassword, recover, undoEmail, undoTokenTo } from "./recovery-links.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const scene = adminScene();

const setUp = async (token: string): Promise<string> => {
  const { status, body } = await call(scene.url, "GET /api/auth/2fa/setup", { token });
  expect(status).toBe(200);
  return body.secret;
};
const verify = async (token: string, secret: string) => {
  const body = { totpCode: codeAt(secret, new Date()) };
  const answer = await call(scene.url, "POST /api/auth/2fa/verify", { token, body });
  return answer.status === 200 ? "enabled" : answer.body.code;
};
const expectDone = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);

/** What secures an account. Each returns a session of the owner afterwards: where one is kept, the one that began the set-up. */
const securing: Readonly<Record<string, (owner: Member) => Promise<string>>> = {
  async "a change of the password"({ token, password }) {
    await expectDone(changePassword(scene.url, { token, from: password, to: newPassword }));
    return token;
  },
  async "the end of the other sessions"({ token }) {
    await expectDone(call(scene.url, "DELETE /api/user/sessions", { token }));
    return token;
  },
  async "a reset of the password"(owner) {
    await expectDone(call(scene.url, "POST /api/auth/forgot-password", { body: { email: owner.email } }));
    return (await recover(scene.url, owner)).token;
  },
  async "a sign-in that its owner disowns"(owner) {
    await signIn(scene.url, owner);
    const token = notMeTokenIn(await emailTo(scene.url, owner.email, "New sign-in"));
    await expectDone(disown(scene.url, token));
    return (await recover(scene.url, owner)).token;
  },
  async "an undone change of the address"(owner) {
    await givenEmailChange(scene.url, owner);
    await expectDone(undoEmail(scene.url, await undoTokenTo(scene.url, owner.email)));
    return (await recover(scene.url, owner)).token;
  },
  async "a reset that an admin forces"(owner) {
    await expectDone(care(scene.url, { by: scene.admin, of: owner }, "force-reset"));
    return (await recover(scene.url, owner)).token;
  },
  async "a removal of the second factors by an admin"(owner) {
    await expectDone(removeFactors(scene.url, { by: scene.admin, of: owner }));
    return signIn(scene.url, owner);
  },
  async "the end of all sessions by an admin"(owner) {
    await expectDone(endSessions(scene.url, { by: scene.admin, of: owner }));
    return signIn(scene.url, owner);
  },
};

describe("D0 a begun registration of a hardware key", () => {
  it("D0 ends with a change of the password that keeps its session", async () => {
    const owner = await givenSignedInUser(scene.url);
    const response = new SoftwareAuthenticator(scene.url).register(await beginRegistration(scene.url, owner));
    await expectDone(changePassword(scene.url, { token: owner.token, from: owner.password, to: newPassword }));
    const { status, body } = await completeRegistration(scene.url, owner, response);
    expect([status, body.code]).toEqual([400, "invalid_challenge"]);
    await givenHardwareKey(scene.url, owner);
  });
});

describe("D0 a begun set-up of two-factor authentication", () => {
  it("D0 is of the session that began it", async () => {
    const owner = await givenSignedInUser(scene.url);
    const other = await signIn(scene.url, owner);
    const secret = await setUp(other);
    expect(await verify(owner.token, secret)).toBe("no_set_up");

    const own = await setUp(owner.token);
    expect(own).not.toBe(secret);
    expect(await verify(other, secret)).toBe("no_set_up");
    expect(await verify(owner.token, own)).toBe("enabled");
  });

  it.each(Object.entries(securing))("D0 ends with %s", async (_, secure) => {
    const owner = await givenSignedInUser(scene.url);
    const begun = await setUp(owner.token);
    const token = await secure(owner);
    expect(await verify(token, begun)).toBe("no_set_up");
    expect(await setUp(token)).not.toBe(begun);
    expect(await verify(token, begun)).toBe("invalid_code");
  });
});
