import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser } from "./client.ts";
import { askForErasure } from "./erasure-calls.ts";
import { invalidLink } from "./recovery-links.ts";
import { givenUnlockLink, unlock } from "./unlock-links.ts";
import { givenUserWithLink } from "./verification-links.ts";

const product = sharedProductScene();

const attemptEvents = async ({ id }: { id: string }) =>
  (await product.history(attemptsStream(id))).map(({ type }) => type);

describe("an unlock link", () => {
  it("A6 works once: its second use is refused, changes nothing and sets no cookie", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    const [first, second] = await Promise.all([unlock(product, token), unlock(product, token)]);
    const third = await unlock(product, token);
    expect([first.status, second.status].toSorted()).toEqual([200, 400]);
    expect([third.status, third.body]).toEqual([400, invalidLink]);
    expect(third.headers.getSetCookie()).toEqual([]);
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered", "AttemptsLifted"]);
  });

  it("A6 works for an account that its owner wants to delete, whose sign-in keeps it", async () => {
    const owner = await givenSignedInUser(product.url);
    await askForErasure(product.url, owner);
    expect((await unlock(product, await givenUnlockLink(product, owner))).status).toBe(200);
  });

  it("A6 EV-11 is not used up by a scanner that opens it", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    for (const path of ["/unlock", "/api/auth/unlock"]) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) {
        await (await fetch(`${product.url}${path}?token=${token}`, { method })).text();
      }
    }
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered"]);
    expect((await unlock(product, token)).status).toBe(200);
  });

  it("A6 expires after a day, and when a newer one is sent", async () => {
    const owner = await givenSignedInUser(product.url);
    const recordedAt = new Date(Date.now() - 86_400_000);
    const expired = await givenUnlockLink(product, owner, { recordedAt });
    expect((await unlock(product, expired)).body).toEqual(invalidLink);
    const other = await givenSignedInUser(product.url);
    const older = await givenUnlockLink(product, other);
    await product.happened(attemptsStream(other.id), { type: "UnlockOffered", data: { userId: other.id } });
    expect((await unlock(product, older)).body).toEqual(invalidLink);
  });

  it("A6 is refused in any other form, always with the same text", async () => {
    const owner = await givenUserWithLink(product.url);
    const token = await givenUnlockLink(product, owner);
    const forged = [
      owner.link,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`,
      "x",
      crypto.randomUUID(),
    ];
    for (const one of forged) {
      const { status, body, headers } = await unlock(product, one);
      expect([status, body, headers.getSetCookie()], one).toEqual([400, invalidLink, []]);
    }
    for (const one of [undefined, null, "", 7, [token], { $ne: null }, "x".repeat(201)]) {
      const { status, body } = await unlock(product, one);
      expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "invalid_fields", ["token"]]);
    }
    // The other way round, it verifies no address.
    expect((await call(product.url, `GET /api/auth/verify-email?token=${token}`)).status).toBe(400);
    expect(await attemptEvents(owner)).toEqual(["UnlockOffered"]);
  });

  it("A6 is refused for an inactive account", async () => {
    const owner = await givenSignedInUser(product.url);
    const token = await givenUnlockLink(product, owner);
    await product.happened(userStream(owner.id), { type: "UserDeactivated", data: { userId: owner.id } });
    expect((await unlock(product, token)).body).toEqual(invalidLink);
  });
});
