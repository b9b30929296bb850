import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Answered, call, emailTo, givenSignedInUser, newPerson } from "./client.ts";
import {
  confirmEmail,
  confirmTokenTo,
  givenEmailRequest,
  invalidLink,
  newAddress,
  newPassword,
  requestEmail,
  resetPassword,
  undoEmail,
} from "./recovery-links.ts";
import { typesIn } from "./stored-log.ts";
import { signInStatus } from "./verification-links.ts";

const product = sharedProductScene();

const given = () => givenSignedInUser(product.url);
type User = Awaited<ReturnType<typeof given>>;
const addressesOf = async ({ token }: User) => (await call(product.url, "GET /api/user/email", { token })).body;

describe("a change of the email address", () => {
  it("SE-15 counts once the link to the new address is opened, and is announced to the old one", async () => {
    const owner = await given();
    const { email, token } = await givenEmailRequest(product.url, owner);
    expect((await emailTo(product.url, owner.email, "is about to change")).to).toBe(owner.email);
    expect(await addressesOf(owner)).toEqual({
      email: owner.email,
      pending: { email, expiresAt: expect.any(String) },
    });
    expect(await signInStatus(product.url, { ...owner, email })).toBe(401);

    const answer = await confirmEmail(product.url, token);

    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "Your email address is changed. From now on, sign in with it." },
    ]);
    expect(await signInStatus(product.url, { ...owner, email })).toBe(200);
    expect(await signInStatus(product.url, owner)).toBe(401);
    const { body } = await call(product.url, "GET /api/auth/me", {
      token: owner.token,
      headers: { "x-log-position": answer.headers.get("x-log-position") ?? "" },
    });
    expect(body.user).toMatchObject({ email, emailVerified: true });
    expect((await emailTo(product.url, owner.email, "Your email address was changed")).text).toContain(
      "/undo-email?token=",
    );
    // A double click.
    expect((await confirmEmail(product.url, token)).status).toBe(200);
    expect((await typesIn(product, userStream(owner.id))).filter((type) => type === "EmailChanged")).toHaveLength(1);
  });

  it("EV-04 counts only in its newest request, and not after it was cancelled or the password was changed", async () => {
    const owner = await given();
    const first = await givenEmailRequest(product.url, owner);
    const second = await givenEmailRequest(product.url, owner);
    expect((await confirmEmail(product.url, first.token)).body).toEqual(invalidLink);
    const cancel = () => call(product.url, "DELETE /api/user/email-change", { token: owner.token });
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 404]);
    expect((await confirmEmail(product.url, second.token)).body).toEqual(invalidLink);
    const third = await givenEmailRequest(product.url, owner);
    const change = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };
    expect((await call(product.url, "PUT /api/user/password", { token: owner.token, body: change })).status).toBe(200);
    expect((await confirmEmail(product.url, third.token)).body).toEqual(invalidLink);
    expect((await addressesOf(owner)).pending).toBeNull();
  });

  it("EV-02 refuses a link that expired, that is of another kind or in any other form", async () => {
    const owner = await given();
    const email = newAddress();
    const recordedAt = new Date(Date.now() - 24 * 3_600_000);
    const event = { type: "EmailChangeRequested", data: { userId: owner.id, email, taken: false } } as const;
    await product.happened(userStream(owner.id), event, { person: owner.id, recordedAt });
    expect((await confirmEmail(product.url, await confirmTokenTo(product.url, email))).body).toEqual(invalidLink);
    const { token } = await givenEmailRequest(product.url, owner);
    for (const one of [token.slice(0, -1), `${token}A`, token.toLowerCase(), crypto.randomUUID()]) {
      for (const open of [confirmEmail, undoEmail]) {
        const { status, body } = await open(product.url, one);
        expect([status, body], one).toEqual([400, invalidLink]);
      }
    }
    expect((await undoEmail(product.url, token)).body).toEqual(invalidLink);
    expect((await resetPassword(product.url, token)).body.code).toBe("invalid_token");
    for (const one of [undefined, null, "", 7, [token], { $ne: null }, "x".repeat(201)]) {
      const { status, body } = await confirmEmail(product.url, one);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "invalid_fields", ["token"]]);
    }
  });

  it("EV-11 is neither made nor undone by a scanner that opens the links", async () => {
    const owner = await given();
    const { token } = await givenEmailRequest(product.url, owner);
    for (const path of ["/confirm-email", "/api/auth/confirm-email", "/undo-email", "/api/auth/undo-email"]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        await (await fetch(`${product.url}${path}?token=${token}`, { method })).text();
      }
    }
    expect(await typesIn(product, userStream(owner.id))).not.toContain("EmailChanged");
    expect((await confirmEmail(product.url, token)).status).toBe(200);
  });

  it("SE-15 refuses the own address, and one that another account has", async () => {
    const owner = await given();
    const other = await given();
    const answers: [Answered, number, string][] = [
      [await requestEmail(product.url, owner, owner.email.toUpperCase()), 400, "same_email"],
      [await requestEmail(product.url, owner, other.email), 409, "email_taken"],
      [await requestEmail(product.url, owner, "no address"), 400, "invalid_fields"],
    ];
    for (const [{ status, body }, expected, code] of answers) expect([status, body.code]).toEqual([expected, code]);
    expect(await typesIn(product, userStream(owner.id))).not.toContain("EmailChangeRequested");
  });

  it("RC-15 UQ-05 has one owner when the address is registered, or asked for by others, at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await given(), await given()];
      const email = newAddress();
      const first = await givenEmailRequest(product.url, one, email);
      await product.happened(
        userStream(other.id),
        { type: "EmailChangeRequested", data: { userId: other.id, email, taken: false } },
        { person: other.id },
      );
      await expect.poll(() => confirmTokenTo(product.url, email)).not.toBe(first.token);
      const second = await confirmTokenTo(product.url, email);
      const registering = newPerson({ email });
      const answers = await Promise.all([
        confirmEmail(product.url, first.token),
        confirmEmail(product.url, second),
        call(product.url, "POST /api/auth/register", { body: registering }),
      ]);
      const won = answers.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      const changed = await Promise.all(
        [one, other].map(async ({ id }) => (await typesIn(product, userStream(id))).includes("EmailChanged")),
      );
      expect(changed).toEqual([answers[0].status === 200, answers[1].status === 200]);
    }
  });

  it("AC-06 AC-05 changes nothing but the address, by fields that the call does not take", async () => {
    const owner = await given();
    for (const field of ["emailVerified", "isAdmin", "roles", "id", "_id", "$set", "username"]) {
      const body = { newEmail: newAddress(), [field]: true };
      const { status } = await call(product.url, "PUT /api/user/email", { token: owner.token, body });
      expect(status, field).toBe(400);
    }
    expect(await typesIn(product, userStream(owner.id))).not.toContain("EmailChangeRequested");
  });
});
