import { userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Asking, call, emailTo, givenUnverifiedUser, tokenIn, verify } from "./client.ts";
import { declaredRoutes, filled } from "./declared-routes.ts";
import { absentId } from "./session-calls.ts";
import { knowingAll, typesIn, when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "off" });
let url: string;
beforeAll(() => {
  url = product.url;
});

const refusal = { code: "email_not_verified", message: "Please verify your email address before logging in" };

/** Every call that requires a sign-in, with a value for each parameter. */
const guardedCalls = async () =>
  (await declaredRoutes(url))
    .filter(({ open }) => !open)
    .map(({ method, path, takesSession }) => ({ method, path: filled(path, absentId), takesSession }));

/** The link of the command line makes the first admin, also of an account that waits for its email. */
const open = new Set(["GET /api/auth/me", "POST /api/auth/logout", "POST /api/auth/admin-link"]);

/** Registers, and adds the cookie with which a browser would send the same session. */
async function givenPendingSession() {
  const user = await givenUnverifiedUser(url);
  return { ...user, cookie: { cookie: `__Host-session=${user.token}`, origin: url } };
}
const signOut = (asking: Asking) => call(url, "POST /api/auth/logout", asking);

/** The statuses of a read and a write with the session. The write has no fields, so it changes nothing. */
const statuses = async (token: string): Promise<number[]> => [
  (await call(url, "GET /api/auth/me", { token, headers: await knowingAll(product) })).status,
  (await call(url, "PUT /api/user/profile", { token, body: {} })).status,
];
const pending = [200, 403];
const ended = [401, 401];

describe("a registration's token", () => {
  it("T1 shows its account with an unverified address", async () => {
    const { token, cookie, email, username, id } = await givenPendingSession();

    for (const asking of [{ token }, { headers: cookie }]) {
      const { status, body } = await call(url, "GET /api/auth/me", asking);

      expect(status).toBe(200);
      expect(body).toMatchObject({ user: { id, email, username, emailVerified: false, isActive: true } });
    }
  });

  it("T1 AU-16 is refused by every other call that requires a sign-in, as a bearer and as a cookie", async () => {
    const { token, cookie } = await givenPendingSession();
    const calls = (await guardedCalls()).filter(({ method, path }) => !open.has(`${method} ${path}`));
    expect(calls).toContainEqual({ method: "PUT", path: "/api/user/password", takesSession: true });
    expect(calls).toContainEqual({ method: "GET", path: "/api/user/sessions", takesSession: true });
    expect(calls.length).toBeGreaterThanOrEqual(5);

    for (const { method, path, takesSession } of calls) {
      for (const credential of [{ token }, { headers: cookie }]) {
        const { response, events } = await when(product, () => call(url, `${method} ${path}`, credential));

        const { status, body } = response;
        if (takesSession) expect([status, body], `${method} ${path}`).toEqual([403, refusal]);
        else expect([status, Object.keys(body).toSorted()], `${method} ${path}`).toEqual([401, expect.any(Array)]);
        expect(events).toEqual([]);
      }
    }
  });

  it("T1 can request the email again", async () => {
    const { token, email } = await givenPendingSession();
    const newestLink = async () => tokenIn(await emailTo(url, email, "Verify"));
    const first = await newestLink();

    const { response, events } = await when(product, () =>
      call(url, "POST /api/auth/resend-verification", { token, body: { email } }),
    );

    expect(response.status).toBe(200);
    expect(events.map(({ type }) => type)).toEqual(["VerificationRequested"]);
    await expect.poll(newestLink).not.toBe(first);
  });

  it("T1 can sign out, and is invalid afterwards", async () => {
    const { token, cookie } = await givenPendingSession();
    const other = await givenPendingSession();

    const byToken = await when(product, () => signOut({ token }));

    expect(byToken.response.status).toBe(200);
    expect(byToken.events.map(({ type }) => type)).toEqual(["SessionEnded"]);
    expect(await statuses(token)).toEqual(ended);
    expect((await signOut({ headers: cookie })).status).toBe(401);

    const byCookie = await when(product, () => signOut({ headers: other.cookie }));

    expect(byCookie.response.status).toBe(200);
    expect(byCookie.events.map(({ type }) => type)).toEqual(["SessionEnded"]);
    expect(await statuses(other.token)).toEqual(ended);
  });

  it("T1 AU-16 ends when the address is verified", async () => {
    const { token, cookie, email } = await givenPendingSession();
    expect(await statuses(token)).toEqual(pending);

    await verify(url, email);

    expect(await statuses(token)).toEqual(ended);
    for (const credential of [{ token }, { headers: cookie }]) {
      const { status, body } = await signOut(credential);
      expect([status, body.code]).toEqual([401, "not_signed_in"]);
    }
  });

  it("AU-16 gives the registrant of another person's address no access before the owner verifies", async () => {
    const { token, id, email, password } = await givenUnverifiedUser(url);
    const newPassword = "another passphrase";
    const passwords = { currentPassword: password, newPassword, confirmPassword: newPassword };

    const responses = await Promise.all([
      call(url, "POST /api/auth/login", { body: { email, password } }),
      call(url, "PUT /api/user/profile", { token, body: { firstName: "Mallory", lastName: "" } }),
      call(url, "PUT /api/user/password", { token, body: passwords }),
      call(url, "DELETE /api/user/sessions", { token }),
    ]);

    for (const { status, body } of responses) expect([status, body]).toEqual([403, refusal]);
    expect(await typesIn(product, userStream(id))).toEqual(["UserRegistered"]);
  });

  it("T1 expires after an hour, even if used", { tags: ["embedded/moves-clock"] }, async () => {
    product.stopClock();
    const { token, cookie } = await givenPendingSession();
    for (let minute = 0; minute < 59; minute += 10) {
      expect(await statuses(token)).toEqual(pending);
      product.advance(590);
    }
    expect(await statuses(token)).toEqual(pending);

    product.advance(60);

    expect(await statuses(token)).toEqual(ended);
    expect((await signOut({ headers: cookie })).status).toBe(401);
  });
});
