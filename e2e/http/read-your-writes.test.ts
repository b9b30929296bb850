/** @module-tag two-processes */
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import {
  type Answered,
  type Asking,
  call,
  emailTo,
  givenSignedInUser,
  newPerson,
  notMeTokenIn,
  register,
  signIn,
  tokenIn,
} from "./client.ts";
import { filled } from "./declared-routes.ts";
import { type GoodWrite, goodWrites } from "./good-writes.ts";
import { askUntilUpToDate, expectPosition } from "./own-writes.ts";
import { preparedWrites } from "./prepared-writes.ts";
import { recoveryWrites } from "./recovery-writes.ts";
import { givenUnlockLink, unlock } from "./unlock-links.ts";
import { cookieIn } from "./wire.ts";

const stack = sharedProductScene();

/** One checks fields while the user types, the other hands out a challenge. */
const writingNothing = [
  "POST /api/auth/check",
  "POST /api/auth/webauthn/login-begin",
  "POST /api/oauth/device/request",
];
/** Their links come from the command line: AU-14 tests the positions. */
const ofOperatorLinks = [
  "POST /api/auth/admin-link",
  "POST /api/auth/rescue/password",
  "POST /api/auth/rescue/second-factors",
];
/** They go over to another log, whose positions nobody holds yet. */
const ofBackups = ["POST /api/admin/import", "POST /api/admin/generations/{generation}/activate"];

const times = process.env.FULL_RUN === "1" ? 100 : 25;
const idOf = (token: string) => token.split("_")[1] ?? "";

/** How a reader passes its mark: a program in the header, a browser automatically in the cookie. */
const marks: Record<string, (written: Answered) => Record<string, string>> = {
  header: ({ headers }) => ({ "x-log-position": headers.get("x-log-position") ?? "" }),
  cookie: ({ headers }) => ({ cookie: `__Host-position=${cookieIn(headers, "__Host-position")}` }),
};
const kinds = Object.keys(marks);
const marked = (kind: string, written: Answered) => marks[kind]?.(written) ?? {};

const read = (path: string, token: string, headers: Record<string, string> = {}) =>
  askUntilUpToDate(() => call(stack.url, `GET ${path}`, { token, headers }));
const me = async (token: string, headers: Record<string, string>) =>
  (await read("/api/auth/me", token, headers)).body.user;
const sessionIds = async (token: string, headers: Record<string, string>): Promise<string[]> => {
  const { body } = await read("/api/user/sessions", token, headers);
  return body.map(({ id }: { id: string }) => id);
};

describe("an own write", () => {
  it.each(kinds)("T15 is read at once: names, repeatedly (%s)", async (kind) => {
    const { token } = await givenSignedInUser(stack.url);
    for (let n = 0; n < times; n++) {
      const names = { firstName: `First ${n}`, lastName: n % 2 ? `Last ${n}` : "" };
      const written = await call(stack.url, "PUT /api/user/profile", { token, body: names });
      expect(written.status).toBe(200);
      const user = await me(token, marked(kind, written));
      expect([user.firstName, user.lastName ?? ""]).toEqual([names.firstName, names.lastName]);
    }
  });

  it.each(kinds)(
    "T15 is read at once: a registration, its verification and the sign-in after it (%s)",
    async (kind) => {
      for (let n = 0; n < 3; n++) {
        const person = newPerson();
        const registered = await call(stack.url, "POST /api/auth/register", { body: person });
        const pending = registered.body.token;
        expect(await me(pending, marked(kind, registered))).toEqual(registered.body.user);
        const link = tokenIn(await emailTo(stack.url, person.email, "Verify"));
        const verified = await call(stack.url, `GET /api/auth/verify-email?token=${link}`);
        expect((await read("/api/auth/me", pending, marked(kind, verified))).status).toBe(401);
        const { email, password } = person;
        const signedIn = await call(stack.url, "POST /api/auth/login", { body: { email, password } });
        expect(await me(signedIn.body.token, marked(kind, signedIn))).toMatchObject({ email, emailVerified: true });
      }
    },
  );

  it.each(kinds)("T15 is read at once: sessions that start and end (%s)", async (kind) => {
    const person = await givenSignedInUser(stack.url);
    const { token, email, password } = person;
    const login = () => call(stack.url, "POST /api/auth/login", { body: { email, password } });
    for (let n = 0; n < 3; n++) {
      const started = await login();
      const other = idOf(started.body.token);
      expect(await sessionIds(token, marked(kind, started))).toContain(other);
      const ended = await call(stack.url, `DELETE /api/user/sessions/${other}`, { token });
      expect(await sessionIds(token, marked(kind, ended))).toEqual([idOf(token)]);
    }
    await login();
    const others = await call(stack.url, "DELETE /api/user/sessions", { token });
    expect(await sessionIds(token, marked(kind, others))).toEqual([idOf(token)]);
    await login();
    const body = { currentPassword: password, newPassword: `${password}!`, confirmPassword: `${password}!` };
    const changed = await call(stack.url, "PUT /api/user/password", { token, body });
    expect(await sessionIds(token, marked(kind, changed))).toEqual([idOf(token)]);
    const out = await call(stack.url, "POST /api/auth/logout", { token });
    expect((await read("/api/auth/me", token, marked(kind, out))).status).toBe(401);
  });

  it("T15 carries its position in its answer, as a header and as a cookie for 30 s", async () => {
    const written = new Map([...(await recoveryWrites(stack.url)), ...(await preparedWrites(stack))]);
    const person = newPerson();
    const { user } = await register(stack.url, person);
    const link = tokenIn(await emailTo(stack.url, person.email, "Verify"));
    const verify = `/api/auth/verify-email?token=${link}`;
    written.set("GET /api/auth/verify-email", await call(stack.url, `GET ${verify}`));
    const token = await signIn(stack.url, person);
    const other = idOf(await signIn(stack.url, person));
    const unlockLink = await givenUnlockLink(stack, user);
    written.set("POST /api/auth/unlock", await unlock(stack, unlockLink));
    const disowned = newPerson();
    await register(stack.url, disowned);
    const notMe = { token: notMeTokenIn(await emailTo(stack.url, disowned.email)) };
    written.set("POST /api/auth/not-me", await call(stack.url, "POST /api/auth/not-me", { body: notMe }));
    const others = new Set([...written.keys(), ...writingNothing, ...ofOperatorLinks, ...ofBackups]);
    const writes = (await goodWrites(stack.url, person)).filter(({ route }) => !others.has(route));
    // Sign-ins and the step-up come before the password changes, the end of a session by its id before the end of all, and nothing after the sign-out.
    const turn = ({ route, open }: GoodWrite) => {
      if (route === "POST /api/auth/logout") return 2;
      return open || route.includes("{") || route === "POST /api/auth/step-up" ? 0 : 1;
    };
    for (const write of writes.toSorted((one, other) => turn(one) - turn(other))) {
      const { route, method, path, open, body } = write;
      const asking: Asking = open ? { body } : { token, body };
      written.set(route, await call(stack.url, `${method} ${filled(path, other)}`, asking));
    }
    expect(written.size).toBeGreaterThan(8);
    for (const [route, answer] of written) {
      expect([200, 201], route).toContain(answer.status);
      expectPosition(answer, route);
    }
  });
});

it("T15 delays no reader that has not seen it", async () => {
  const { token } = await register(stack.url, newPerson());
  expect((await read("/api/auth/me", token)).status).toBe(200);
});
