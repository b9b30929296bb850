/** @module-tag smoke */
import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, emailTo, givenSignedInUser, signIn } from "./client.ts";
import { setCookie } from "./limited.ts";
import { forgotPassword, invalidLink, newPassword, resetPassword, resetTokenTo } from "./recovery-links.ts";
import { givenProtectedUser } from "./second-factors.ts";
import { typesIn, when } from "./stored-log.ts";
import { givenUserWithLink, openLink, signInStatus } from "./verification-links.ts";

const product = sharedProductScene();

const given = () => givenSignedInUser(product.url);

/** Requests a link without the call, and returns the token of its email. */
async function givenLink({ id, email }: { id: string; email: string }, said: { recordedAt?: Date } = {}) {
  const event = { type: "PasswordResetRequested", data: { userId: id, reason: "forgotten" } } as const;
  await product.happened(userStream(id), event, { person: id, ...said });
  return resetTokenTo(product.url, email);
}

describe("EV-09 a link that sets a new password", () => {
  it("EV-09 is sent on request, sets the password, ends every session and sends the owner an email", async () => {
    const owner = await given();
    const other = await signIn(product.url, owner);

    const asked = await forgotPassword(product.url, owner.email.toUpperCase());
    const answer = await resetPassword(product.url, await resetTokenTo(product.url, owner.email));

    expect([asked.status, asked.body]).toEqual([
      200,
      { message: "If this address has an account, an email with a link to set a new password is on its way." },
    ]);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "Your password is set. Every device was signed out. You can sign in now." },
    ]);
    for (const token of [owner.token, other]) {
      expect((await call(product.url, "GET /api/auth/me", { token })).status).toBe(401);
    }
    expect(await signInStatus(product.url, owner)).toBe(401);
    expect(await signInStatus(product.url, { ...owner, password: newPassword })).toBe(200);
    expect((await emailTo(product.url, owner.email, "Your password was reset")).text).toContain("Every device");
  });

  it("EV-09 keeps the second factor: the new password alone does not sign in", async () => {
    const owner = await givenProtectedUser(product.url);
    const token = await givenLink(owner);
    expect((await resetPassword(product.url, token)).status).toBe(200);
    const body = { email: owner.email, password: newPassword };
    const alone = await call(product.url, "POST /api/auth/login", { body });
    const [totpCode] = owner.recoveryCodes;
    const both = await call(product.url, "POST /api/auth/login", { body: { ...body, totpCode } });
    expect([alone.status, alone.body.code, alone.headers.getSetCookie()]).toEqual([401, "two_factor_required", []]);
    expect(both.status).toBe(200);
  });

  it("EV-09 works once: of two uses at once one is refused, and a later one changes nothing", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    const both = await Promise.all([resetPassword(product.url, token), resetPassword(product.url, token)]);
    const third = await resetPassword(product.url, token);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect([third.status, third.body, third.headers.getSetCookie()]).toEqual([400, invalidLink, []]);
    const types = await typesIn(product, userStream(owner.id));
    expect(types.filter((type) => type === "PasswordReset")).toHaveLength(1);
  });

  it("EV-09 expires after 30 minutes, and when a newer one is sent", async () => {
    const owner = await given();
    const late = await givenLink(owner, { recordedAt: new Date(Date.now() - 30 * 60_000) });
    expect((await resetPassword(product.url, late)).body).toEqual(invalidLink);
    const other = await given();
    const older = await givenLink(other);
    await product.happened(userStream(other.id), {
      type: "PasswordResetRequested",
      data: { userId: other.id, reason: "forgotten" },
    });
    expect((await resetPassword(product.url, older)).body).toEqual(invalidLink);
    const almostLate = await given();
    const inTime = await givenLink(almostLate, { recordedAt: new Date(Date.now() - 29 * 60_000) });
    expect((await resetPassword(product.url, inTime)).status).toBe(200);
  });

  it("PW-08 stops working when the password is changed, as every link that was sent before", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    const change = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };
    expect((await call(product.url, "PUT /api/user/password", { token: owner.token, body: change })).status).toBe(200);
    const answer = await resetPassword(product.url, token, {
      newPassword: "x".repeat(12),
      confirmPassword: "x".repeat(12),
    });
    expect([answer.status, answer.body]).toEqual([400, invalidLink]);
    expect(await signInStatus(product.url, { ...owner, password: newPassword })).toBe(200);
  });

  it("EV-02 is refused in any other form, always with the same text, and as another kind of link", async () => {
    const owner = await givenUserWithLink(product.url);
    const token = await givenLink(owner);
    const foreign = Buffer.from(token, "base64url");
    Buffer.from((await given()).id.replaceAll("-", ""), "hex").copy(foreign);
    const forged = [
      owner.link,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      foreign.toString("base64url"),
      crypto.randomUUID(),
    ];
    for (const one of forged) {
      const { status, body, headers } = await resetPassword(product.url, one);
      expect([status, body, headers.getSetCookie()], one).toEqual([400, invalidLink, []]);
    }
    for (const one of [undefined, null, "", 7, [token], { $ne: null }, "x".repeat(201)]) {
      const { status, body } = await resetPassword(product.url, one);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "invalid_fields", ["token"]]);
    }
    expect((await openLink(product.url, `?token=${token}`)).status).toBe(400);
    expect(await typesIn(product, userStream(owner.id))).toEqual(["UserRegistered", "PasswordResetRequested"]);
  });

  it("EV-11 is not used up by a scanner that opens it", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    for (const path of ["/reset-password", "/api/auth/reset-password"]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        await (await fetch(`${product.url}${path}?token=${token}`, { method })).text();
      }
    }
    expect((await resetPassword(product.url, token)).status).toBe(200);
  });

  it("PW-02 refuses a known password and two that differ, and is not used up by that", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    const known = await resetPassword(product.url, token, { newPassword: "password1", confirmPassword: "password1" });
    const differing = await resetPassword(product.url, token, { confirmPassword: "another" });
    const short = await resetPassword(product.url, token, { newPassword: "short", confirmPassword: "short" });
    expect([known, differing, short].map(({ status, body }) => [status, body.code, Object.keys(body.fields)])).toEqual([
      [400, "known_password", ["newPassword"]],
      [400, "password_mismatch", ["confirmPassword"]],
      [400, "invalid_fields", ["newPassword"]],
    ]);
    expect((await resetPassword(product.url, token)).status).toBe(200);
  });

  it("EV-09 answers a repeated request with its key alike, and sets the password once", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { token, newPassword, confirmPassword: newPassword };
    const reset = () => call(product.url, "POST /api/auth/reset-password", { body, headers });
    const [first, again] = [await reset(), await reset()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(setCookie(again, "__Host-device").split(".")[0]).toBe(setCookie(first, "__Host-device").split(".")[0]);
  });

  it("EV-09 is refused for an inactive account, and not sent to one", async () => {
    const owner = await given();
    const token = await givenLink(owner);
    await product.happened(userStream(owner.id), { type: "UserDeactivated", data: { userId: owner.id } });
    expect((await resetPassword(product.url, token)).body).toEqual(invalidLink);
    const { events } = await when(product, () => forgotPassword(product.url, owner.email));
    expect(events).toEqual([]);
  });

  it("AU-16 verifies the address of a registration, whose password, sessions and links stop working", async () => {
    const attacker = await givenUserWithLink(product.url);
    await forgotPassword(product.url, attacker.email);
    expect((await resetPassword(product.url, await resetTokenTo(product.url, attacker.email))).status).toBe(200);
    expect(await typesIn(product, userStream(attacker.id))).toEqual([
      "UserRegistered",
      "PasswordResetRequested",
      "EmailVerified",
      "PasswordReset",
    ]);
    expect((await call(product.url, "GET /api/auth/me", { token: attacker.token })).status).toBe(401);
    expect((await openLink(product.url, `?token=${attacker.link}`)).status).toBe(400);
    expect(await signInStatus(product.url, attacker)).toBe(401);
    expect(await signInStatus(product.url, { ...attacker, password: newPassword })).toBe(200);
  });
});
