import { hardwareKeysStream, secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { registerApplication } from "./applications.ts";
import { answerIn, givenVisitor, requestOf } from "./authorizations.ts";
import { call, emailTo, givenSignedInUser, notMeTokenIn, signIn } from "./client.ts";
import { givenHardwareKey, signInByPasskey } from "./hardware-key-calls.ts";
import { disown, forgotPassword, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { givenProtectedUser } from "./second-factors.ts";
import { facts, filesHolding, typesIn } from "./stored-log.ts";
import { signInStatus } from "./verification-links.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  ({ url } = product);
});

const statusOf = async (token: string) => (await call(url, "GET /api/auth/me", { token })).status;

/** An owner whose account a stranger, who knows the password, has signed in to from elsewhere. */
async function givenIntruder() {
  const owner = await givenSignedInUser(url);
  const intruder = await signIn(url, owner);
  const notMe = notMeTokenIn(await emailTo(url, owner.email, "New sign-in"));
  return { owner, intruder, notMe };
}

describe("This wasn't me in the email about a change", () => {
  it("SE-15 ends every session and the password, and sends a link to choose a new one", async () => {
    const { owner, intruder, notMe } = await givenIntruder();

    const { status, body } = await disown(url, notMe);

    expect([status, body.message]).toEqual([
      200,
      "Every device was signed out, and the old password no longer works. We sent you a link to choose a new password.",
    ]);
    expect([await statusOf(owner.token), await statusOf(intruder)]).toEqual([401, 401]);
    expect(await signInStatus(url, owner)).toBe(401);
    await resetPassword(url, await resetTokenTo(url, owner.email));
    expect(await signInStatus(url, { ...owner, password: newPassword })).toBe(200);
  });

  it("SE-15 changes nothing when it is used again after the reset", async () => {
    const { owner, notMe } = await givenIntruder();
    await disown(url, notMe);
    await resetPassword(url, await resetTokenTo(url, owner.email));
    const token = await signIn(url, { ...owner, password: newPassword });
    const before = await typesIn(product, userStream(owner.id));

    expect((await disown(url, notMe)).status).toBe(200);

    expect(await statusOf(token)).toBe(200);
    expect(await typesIn(product, userStream(owner.id))).toEqual(before);
  });

  it("SE-15 lets no consent count that was given before: the application asks again", async () => {
    const visitor = await givenVisitor(url);
    const person = visitor.person as NonNullable<typeof visitor.person>;
    const request = requestOf(await registerApplication(url));
    await visitor.authorize(request);
    await visitor.consent(request);
    const silent = await visitor.authorize(request);
    expect(answerIn(silent.headers.get("location"))).toHaveProperty("code");

    await disown(url, notMeTokenIn(await emailTo(url, person.email, "New sign-in")));
    await resetPassword(url, await resetTokenTo(url, person.email));
    await visitor.signIn({ ...person, password: newPassword });

    const refused = await visitor.authorize({ ...request, prompt: "none" });
    expect(answerIn(refused.headers.get("location"))).toMatchObject({ error: "consent_required" });
    await visitor.authorize(request);
    expect((await visitor.consent(request)).status).toBe(200);
    const again = await visitor.authorize({ ...request, prompt: "none" });
    expect(answerIn(again.headers.get("location"))).toHaveProperty("code");
  });

  it("EV-11 SE-15 changes nothing by GET or HEAD", async () => {
    const { owner, notMe } = await givenIntruder();
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/not-me", "/api/auth/not-me"]) await fetch(`${url}${path}?token=${notMe}`, { method });
    }
    expect(await statusOf(owner.token)).toBe(200);
    expect(await typesIn(product, userStream(owner.id))).not.toContain("AccountSecured");
  });

  it("SE-15 ends the session of an intruder who signs in at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, notMe } = await givenIntruder();
      const [signedIn] = await Promise.all([
        call(url, "POST /api/auth/login", { body: { email: owner.email, password: owner.password } }),
        disown(url, notMe),
      ]);
      if (signedIn.status === 200) expect(await statusOf(signedIn.body.token)).toBe(401);
      expect(await signInStatus(url, owner)).toBe(401);
    }
  });

  it("EV-09 SE-15 ends the password that someone who reads the owner's email has set", async () => {
    const owner = await givenSignedInUser(url);
    await forgotPassword(url, owner.email);
    await resetPassword(url, await resetTokenTo(url, owner.email));
    const stranger = await signIn(url, { ...owner, password: newPassword });
    const notMe = notMeTokenIn(await emailTo(url, owner.email, "Your password was reset"));

    expect((await disown(url, notMe)).status).toBe(200);

    expect(await statusOf(stranger)).toBe(401);
    expect(await signInStatus(url, { ...owner, password: newPassword })).toBe(401);
  });

  it("SE-15 removes the second factor that was added", async () => {
    const { id: userId, email } = await givenProtectedUser(url);
    const notMe = notMeTokenIn(await emailTo(url, email, "Two-factor authentication was enabled"));

    expect((await disown(url, notMe)).status).toBe(200);

    const disabled = (await facts(product)).findLast(({ stream }) => stream === secondFactorsStream(userId));
    expect(disabled?.type).toBe("TwoFactorDisabled");
    expect(JSON.parse(disabled?.data ?? "")).toMatchObject({ userId, reason: "disowned" });
  });

  it("SE-15 removes the hardware key that was added, and no other one", async () => {
    const owner = await givenSignedInUser(url);
    const own = await givenHardwareKey(url, owner);
    const subject = "A hardware key was added";
    const ownEmail = await emailTo(url, owner.email, subject);
    const strange = await givenHardwareKey(url, owner);
    await expect.poll(async () => (await emailTo(url, owner.email, subject)).id).not.toBe(ownEmail.id);
    const notMe = notMeTokenIn(await emailTo(url, owner.email, subject));

    expect((await disown(url, notMe)).status).toBe(200);

    expect((await signInByPasskey(url, strange)).status).toBe(401);
    expect((await signInByPasskey(url, own)).status).toBe(200);
    const removed = (await facts(product)).filter(
      ({ stream, type }) => stream === hardwareKeysStream(owner.id) && type === "HardwareKeyRemoved",
    );
    expect(removed.map(({ data }) => JSON.parse(data))).toMatchObject([{ keyId: strange.keyId, reason: "disowned" }]);
  });

  it("EV-01 LG-01 leaves no form of its token in the files or log lines of the service", async () => {
    const { notMe } = await givenIntruder();
    await disown(url, notMe);
    const forms = [notMe, Buffer.from(notMe, "base64url").toString("hex")];
    expect(filesHolding(product.dataDir, ...forms)).toEqual([]);
    for (const form of forms) expect(product.output()).not.toContain(form);
  });
});
