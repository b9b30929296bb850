import { userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson, register } from "./client.ts";
import {
  givenEmailChange,
  invalidLink,
  newAddress,
  newPassword,
  resetPassword,
  resetTokenTo,
  undoEmail,
  undoTokenTo,
} from "./recovery-links.ts";
import { signInStatus } from "./verification-links.ts";

const product = sharedProductScene();

const given = () => givenSignedInUser(product.url);

describe("a changed email address", () => {
  it("UQ-05 keeps the old address for its owner while the change can be undone", async () => {
    const owner = await given();
    await givenEmailChange(product.url, owner);
    const { status, body } = await call(product.url, "POST /api/auth/register", {
      body: newPerson({ email: owner.email }),
    });
    expect([status, body.code]).toEqual([409, "email_taken"]);
  });

  it("SE-15 is undone by the old address, with every later one: every session ends and a reset begins", async () => {
    const owner = await given();
    const second = await givenEmailChange(product.url, owner);
    const undo = await undoTokenTo(product.url, owner.email);
    const third = await givenEmailChange(product.url, owner);
    const laterUndo = await undoTokenTo(product.url, second);

    const answer = await undoEmail(product.url, undo);

    expect([answer.status, answer.body.message]).toEqual([200, expect.stringContaining("as it was before")]);
    expect((await call(product.url, "GET /api/auth/me", { token: owner.token })).status).toBe(401);
    expect((await undoEmail(product.url, undo)).body).toEqual(invalidLink);
    expect((await undoEmail(product.url, laterUndo)).body).toEqual(invalidLink);
    expect((await resetPassword(product.url, await resetTokenTo(product.url, owner.email))).status).toBe(200);
    expect(await signInStatus(product.url, { ...owner, password: newPassword })).toBe(200);
    // The others are free again.
    for (const email of [second, third]) {
      expect(await signInStatus(product.url, { ...owner, email, password: newPassword })).toBe(401);
      await register(product.url, newPerson({ email }));
    }
  });

  it("SE-15 cannot be undone after 72 hours", async () => {
    const owner = await given();
    const recordedAt = new Date(Date.now() - 72 * 3_600_000);
    const data = {
      userId: owner.id,
      requestId: crypto.randomUUID(),
      email: newAddress(),
      formerEmail: owner.email,
      identifier: "email-new",
      formerIdentifier: "email-former",
    };
    await product.happened(userStream(owner.id), { type: "EmailChanged", data }, { person: owner.id, recordedAt });
    const late = await undoEmail(product.url, await undoTokenTo(product.url, owner.email));
    expect([late.status, late.body]).toEqual([400, invalidLink]);
  });
});
