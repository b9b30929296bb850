import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { hardwareKeysStream, secondFactorsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, emailTo, givenSignedInUser, notMeTokenIn, signIn } from "./client.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import {
  disown,
  givenEmailChange,
  newPassword,
  recover,
  resetPassword,
  resetTokenTo,
  undoEmail,
  undoTokenTo,
} from "./recovery-links.ts";
import { enableTotp, givenProtectedUser, signInWith } from "./second-factors.ts";
import { knowingAll } from "./stored-log.ts";
import { signInStatus } from "./verification-links.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  ({ url } = product);
});

const typesOf = async (stream: ReturnType<typeof secondFactorsStream>) =>
  (await product.history(stream)).map(({ type }) => type);

/** An owner, and a session of someone else who knows the password. */
async function givenIntruder() {
  const owner = await givenSignedInUser(url);
  const token = await signIn(url, owner);
  return { owner, intruder: { token }, notMe: notMeTokenIn(await emailTo(url, owner.email, "New sign-in")) };
}

describe("an account that someone else had", () => {
  it("SE-15 loses, with the sign-in that its owner disowns, the passkey and the codes that followed it", async () => {
    const { owner, intruder, notMe } = await givenIntruder();
    const passkey = await givenHardwareKey(url, intruder);
    const { secret, recoveryCodes } = await enableTotp(url, intruder.token);
    expect((await signInByPasskey(url, passkey)).status).toBe(200);

    expect((await disown(url, notMe)).status).toBe(200);

    expect((await signInByPasskey(url, passkey)).status).toBe(401);
    const recovered = await recover(url, owner);
    const own = await enableTotp(url, recovered.token);
    expect(own.secret).not.toBe(secret);
    expect(own.recoveryCodes).toHaveLength(10);
    for (const totpCode of recoveryCodes ?? []) {
      expect((await signInWith(url, recovered, { totpCode })).body.code).toBe("invalid_code");
    }
  });

  it("SE-15 TF-11 keeps no recovery code of a hardware key that its owner disowns", async () => {
    const { owner, intruder } = await givenIntruder();
    await givenHardwareKey(url, intruder);
    const left = async () => (await product.history(secondFactorsStream(owner.id))).at(-1)?.type;
    expect(await left()).toBe("RecoveryCodesIssued");

    expect((await disown(url, notMeTokenIn(await emailTo(url, owner.email, "hardware key was added")))).status).toBe(
      200,
    );

    expect(await left()).toBe("RecoveryCodesEnded");
    expect((await enableTotp(url, (await recover(url, owner)).token)).recoveryCodes).toHaveLength(10);
  });

  it("SE-15 keeps its authenticator app, but none of the recovery codes that its owner disowns", async () => {
    const owner = await givenProtectedUser(url);
    const { body } = await call(url, "POST /api/auth/2fa/recovery-codes", { token: owner.token });
    const made = (await product.history(secondFactorsStream(owner.id))).findLast(
      ({ type }) => type === "RecoveryCodesIssued",
    );
    const answer = await call(url, "POST /api/user/not-me", {
      token: owner.token,
      body: { activityId: made?.id, time: made?.recordedAt.toISOString() },
    });

    expect(answer.status).toBe(200);

    expect((await resetPassword(url, await resetTokenTo(url, owner.email))).status).toBe(200);
    const recovered = { ...owner, password: newPassword };
    const [totpCode] = body.recoveryCodes;
    expect((await signInWith(url, recovered, { totpCode })).body.code).toBe("invalid_code");
    const byApp = await signInWith(url, recovered, { totpCode: codeAt(owner.secret, new Date(), 1) });
    expect(byApp.status).toBe(200);
  });

  it("SE-15 keeps what its owner added after the recovery when a link of before is used again", async () => {
    const { owner, intruder, notMe } = await givenIntruder();
    await enableTotp(url, intruder.token);
    const ofTotp = notMeTokenIn(await emailTo(url, owner.email, "Two-factor authentication was enabled"));
    await disown(url, ofTotp);
    const recovered = await recover(url, owner);
    await enableTotp(url, recovered.token);
    const passkey = await givenHardwareKey(url, recovered);

    for (const token of [ofTotp, notMe]) expect((await disown(url, token)).status).toBe(200);

    expect((await signInWith(url, recovered)).body.methods).toEqual(["totp", "recovery_code", "hardware_key"]);
    expect((await signInByPasskey(url, passkey)).status).toBe(200);
  });

  it("SE-15 loses, with a change of the address that is undone, the password and what was added since", async () => {
    const owner = await givenSignedInUser(url);
    const before = await givenHardwareKey(url, owner);
    // What the owner was not told of before the change would be removed as well.
    await emailTo(url, owner.email, "A hardware key was added");
    await emailTo(url, owner.email, "You have new recovery codes");
    await givenEmailChange(url, owner);
    const passkey = await givenHardwareKey(url, owner);
    await enableTotp(url, owner.token);

    expect((await undoEmail(url, await undoTokenTo(url, owner.email))).status).toBe(200);

    expect(await signInStatus(url, owner)).toBe(401);
    expect((await signInByPasskey(url, passkey)).status).toBe(401);
    expect((await resetPassword(url, await resetTokenTo(url, owner.email))).status).toBe(200);
    const { body } = await signInWith(url, { ...owner, password: newPassword });
    expect(body.methods).toEqual(["recovery_code", "hardware_key"]);
    expect((await signInByPasskey(url, before)).status).toBe(200);
    expect((await typesOf(hardwareKeysStream(owner.id))).filter((type) => type === "HardwareKeyRemoved")).toHaveLength(
      1,
    );
  });
});

describe("what a second factor leaves", () => {
  it("TF-11 ends the recovery codes with the last hardware key, so that the next factor comes with new ones", async () => {
    const owner = await givenSignedInUser(url);
    const key = await givenHardwareKey(url, owner);
    const removed = await call(url, `DELETE /api/user/hardware-keys/${key.keyId}`, { token: owner.token });
    expect(removed.status).toBe(200);
    const asking = { token: owner.token, headers: await knowingAll(product) };
    expect((await call(url, "GET /api/user/recovery-codes", asking)).body.left).toBe(0);
    expect((await enableTotp(url, owner.token)).recoveryCodes).toHaveLength(10);
  });
});
