import { randomUUID } from "node:crypto";
import { sessionToken } from "@attestory/http/security/session-token.ts";
import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { people } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi } from "../testing/scratch-query-api.ts";
import { userScene } from "../testing/user-scene.ts";

const { scratch, happens } = userScene();

const me = (token: string) => scratch.get("/api/auth/me", { token });
const status = async (token: string) => (await me(token)).status;
const hour = 3600_000;
const later = (ms: number) => {
  scratch.clock.now = new Date(scratch.clock.now.getTime() + ms);
};
/** Resolves once the read models hold everything that was appended. */
const folded = async () =>
  scratch.projections.progress.waitForPosition(projectionNames, await scratch.service.log.head(), 60_000);

describe("GET /api/auth/me", () => {
  it("returns the signed-in user, and nothing secret", async () => {
    const id = await happens.registered();
    const { token } = await happens.signedIn(id);
    const answer = await me(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ user: sampleUser({ id }) });
  });

  it("SE-14 forbids browsers to store the answer", async () => {
    const { token } = await happens.signedIn(await happens.registered());
    expect((await me(token)).headers.get("cache-control")).toContain("no-store");
  });

  it("accepts a new token from a client that sends no log position", async () => {
    for (let round = 0; round < 10; round++) {
      const { token } = await happens.signedIn(await happens.registered());
      expect(await status(token)).toBe(200);
    }
  });

  it("accepts the session cookie", async () => {
    const { token } = await happens.signedIn(await happens.registered());
    const answer = await scratch.get("/api/auth/me", { headers: { cookie: `__Host-session=${token}` } });
    expect(answer.status).toBe(200);
  });

  it("allows a pending session", async () => {
    const { token } = await happens.signedIn(await happens.registered({ verified: false }), { pending: true });
    expect(await (await me(token)).json()).toMatchObject({ user: { emailVerified: false, isActive: true } });
  });

  it("shows a decoy as an unverified account", async () => {
    const userId = randomUUID();
    const said = { email: "ada@example.org", username: "ada", firstName: null, lastName: null };
    await happens.happenedToUser({ type: "DecoyRegistered", data: { userId, ownerId: randomUUID(), ...said } });
    const { token } = await happens.signedIn(userId, { pending: true });
    expect(await (await me(token)).json()).toMatchObject({
      user: { id: userId, username: "ada", emailVerified: false },
    });
  });
});

describe("a session that is not valid", () => {
  it("is refused with the same answer, whatever is wrong", async () => {
    const id = await happens.registered();
    const gone = await happens.signedIn(id);
    await happens.ended(gone);
    const { sessionId } = await happens.signedIn(id);
    const { token: good } = await happens.signedIn(id);
    await folded();
    const wrong = [
      "nonsense",
      `${good}x`,
      good.replace("ats_", "atk_"),
      sessionToken({ sessionId: randomUUID(), secret: "s".repeat(43) }),
      sessionToken({ sessionId, secret: "s".repeat(43) }),
      gone.token,
    ];
    const answers = await Promise.all(wrong.map(me));
    const contents = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    expect(new Set(contents.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([401, { message: "Please sign in to continue", code: "not_signed_in" }])]),
    );
    expect(answers.map(({ headers }) => headers.get("www-authenticate"))).toEqual(wrong.map(() => "Bearer"));
  });

  it("SE-03 is refused after it was signed out, once that is applied", async () => {
    const session = await happens.signedIn(await happens.registered());
    expect(await status(session.token)).toBe(200);
    await happens.ended(session);
    await folded();
    expect(await status(session.token)).toBe(401);
  });

  it("SE-04 is refused after it was idle too long, also when the clock runs back afterwards", async () => {
    const session = await happens.signedIn(await happens.registered());
    later(hour - 1);
    expect(await status(session.token)).toBe(200);
    await scratch.api.settled();
    await folded();
    later(hour - 1);
    expect(await status(session.token)).toBe(200);
    await scratch.api.settled();
    await folded();
    later(hour);
    expect(await status(session.token)).toBe(401);
    later(-hour);
    expect(await status(session.token)).toBe(401);
    later(hour);
  });

  it("SE-04 is refused at its absolute end, however much it is used", async () => {
    const { token } = await happens.signedIn(await happens.registered(), { idleSeconds: 43_300 });
    later(12 * hour - 1);
    expect(await status(token)).toBe(200);
    later(1);
    expect(await status(token)).toBe(401);
  });

  it("SE-04 is accepted for 30 idle days with `rememberMe`, and then refused", async () => {
    const day = 24 * hour;
    const times = { rememberMe: true, idleSeconds: 30 * 86_400, absoluteSeconds: 90 * 86_400 };
    const { token } = await happens.signedIn(await happens.registered(), times);
    later(30 * day - 1);
    expect(await status(token)).toBe(200);
    await scratch.api.settled();
    await folded();
    later(30 * day);
    expect(await status(token)).toBe(401);
  });

  it("SE-06 is refused once its user was deactivated, also after the user is active again", async () => {
    const userId = await happens.registered();
    const { token } = await happens.signedIn(userId);
    expect(await status(token)).toBe(200);
    await happens.happenedToUser({ type: "UserDeactivated", data: { userId } });
    await folded();
    expect(await status(token)).toBe(401);
    await happens.happenedToUser({ type: "UserActivated", data: { userId } });
    await folded();
    expect(await status(token)).toBe(401);
    expect(await status((await happens.signedIn(userId, { sessionEpoch: 1 })).token)).toBe(200);
  });

  it("is refused after a password change, unless it is the kept one", async () => {
    const userId = await happens.registered();
    const [kept, other] = [await happens.signedIn(userId), await happens.signedIn(userId)];
    const data = { userId, passwordHash: "$argon2id$new", keptSession: kept.sessionId };
    await happens.happenedToUser({ type: "PasswordChanged", data });
    await folded();
    expect([await status(kept.token), await status(other.token)]).toEqual([200, 401]);
  });

  it("is refused when it was pending and the address has been verified", async () => {
    const userId = await happens.registered({ verified: false });
    const { token } = await happens.signedIn(userId, { pending: true });
    expect(await status(token)).toBe(200);
    await happens.happenedToUser({ type: "EmailVerified", data: { userId, sameBrowser: true } });
    await folded();
    expect(await status(token)).toBe(401);
  });

  it("SE-10 is refused when its person was erased", async () => {
    const held = await openScratchQueryApi((service) => new HeldProjections(service));
    onTestFinished(() => held.close());
    const { registered, signedIn } = people(held);
    const [erased, kept] = [await registered(), await registered()];
    const tokens = [(await signedIn(erased)).token, (await signedIn(kept)).token];
    await held.service.keyring.erasePerson(erased);
    // The read models are built from what the log still says of the person.
    await held.projections.fold();
    const answers = await Promise.all(tokens.map((token) => held.get("/api/auth/me", { token })));
    expect(answers.map((answer) => answer.status)).toEqual([401, 200]);
  });
});
