/**
 * @module-tag random
 * @module-tag two-processes
 */
import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, emailTo, givenSignedInUser, newPerson, register, tokenIn } from "./client.ts";
import { codes, rounds, times, unsettledReservations } from "./races.ts";
import { knowingAll, storedEvents, typesIn } from "./stored-log.ts";

let product: SharedProduct;
/** Hashes at the full cost: a password change takes as long as in production. */
let hashing: InProcess;
/** The number of events that the product had before. */
let countBefore: number;
beforeAll(async () => {
  product = await sharedProduct();
  hashing = await startInProcess({}, { passwordCost: recommendedCost });
  countBefore = (await storedEvents(product)).length;
});

afterAll(() => hashing.remove());

afterEach(async () => {
  expect(await unsettledReservations(product, countBefore)).toEqual([]);
});

it("RC-09 ends every session of the old password at its change, and starts none afterwards", async () => {
  const { url } = hashing;
  for (let round = 0; round < rounds; round++) {
    const { email, password, token } = await givenSignedInUser(url);
    const login = () => call(url, "POST /api/auth/login", { body: { email, password } });
    const newPassword = "another passphrase";
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const change = call(url, "PUT /api/user/password", { token, body });
    let isChanged = false;
    const during = times(5, async () => {
      const answers: Answered[] = [];
      while (!isChanged) answers.push(await login());
      return answers;
    });
    expect((await change.finally(() => (isChanged = true))).status).toBe(200);
    const after = await Promise.all(times(3, login));
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401]);
    const answers = (await Promise.all(during)).flat();
    for (const { status } of answers) expect([200, 401]).toContain(status);
    const headers = await knowingAll(hashing);
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      const reads = await call(url, "GET /api/auth/me", { token: body.token, headers });
      const writes = await call(url, "PUT /api/user/profile", { token: body.token, body: {} });
      expect([reads.status, writes.status]).toEqual([401, 401]);
    }
  }
});

it("RC-10 verifies once for a link opened twenty times at once", async () => {
  const person = newPerson();
  const { user } = await register(product.url, person);
  const token = tokenIn(await emailTo(product.url, person.email));
  const answers = await Promise.all(times(20, () => call(product.url, `GET /api/auth/verify-email?token=${token}`)));
  expect(codes(answers)).toEqual({ "200": 20 });
  expect(await typesIn(product, userStream(user.id))).toEqual(["UserRegistered", "EmailVerified"]);
});

it("RC-10 accepts one of the links requested twenty times at once", async () => {
  const { url } = product;
  const person = newPerson();
  const { email } = person;
  const { user } = await register(url, person);
  await emailTo(url, email);
  const again = () => call(url, "POST /api/auth/resend-verification", { body: { email } });
  expect(codes(await Promise.all(times(20, again)))).toEqual({ "200": 20 });
  const asked = (await typesIn(product, userStream(user.id))).length;
  expect(asked).toBeGreaterThan(1);
  await expect
    .poll(async () =>
      (await storedEvents(product)).filter(({ type, data }) => /^Letter/.test(type) && data.includes(user.id)),
    )
    .toHaveLength(asked);
  const { body: inbox } = await call(url, "GET /api/dev/inbox");
  const emails = (inbox as { to: string; text: string }[]).filter(({ to }) => to === email).toReversed();
  const statuses = [];
  for (const email of emails) {
    statuses.push((await call(url, `GET /api/auth/verify-email?token=${tokenIn(email as never)}`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await typesIn(product, userStream(user.id))).filter((type) => type === "EmailVerified")).toHaveLength(1);
});

it("RC-13 stores each of fifty simultaneous profile changes, and shows the last", async () => {
  for (let round = 0; round < rounds; round++) {
    const { token, id } = await givenSignedInUser(product.url);
    const answers = await Promise.all(
      times(50, async (n) => {
        const body = { firstName: `n${n}`, lastName: "" };
        const answer = await call(product.url, "PUT /api/user/profile", { token, body });
        return { ...answer, firstName: body.firstName };
      }),
    );
    const taken = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    const places = taken.map(({ headers }) => BigInt(headers.get("x-log-position")?.split("-")[1] ?? 0));
    const stored = (await storedEvents(product)).filter(
      ({ stream, type }) => stream === userStream(id) && type === "ProfileChanged",
    );
    expect(places.toSorted((a, b) => Number(a - b))).toEqual(stored.map(({ position }) => position));
    const newest = stored.at(-1)?.position ?? 0n;
    const last = taken[places.indexOf(newest)];
    const me = await call(product.url, "GET /api/auth/me", { token, headers: await knowingAll(product) });
    expect(me.body.user.firstName).toBe(last?.firstName);
  }
});

describe("RC-14 once a sign-out is answered, its session no longer writes", () => {
  /** Signs out once `answered` of the writes in progress are answered. */
  const expectNoWriteAfterSignOut = async (
    product: SharedProduct,
    { token, id }: { token: string; id: string },
    { path, bodies, answered }: { path: string; bodies: readonly object[]; answered: number },
  ) => {
    let count = 0;
    const underWay = bodies.map(async (body) => {
      const answer = await call(product.url, `PUT ${path}`, { token, body });
      count++;
      return answer;
    });
    await expect.poll(() => count, { interval: 1 }).toBeGreaterThanOrEqual(answered);
    const out = await call(product.url, "POST /api/auth/logout", { token });
    const atAnswer = (await storedEvents(product)).at(-1)?.position ?? 0n;
    expect(out.status).toBe(200);
    const answers = await Promise.all(underWay);
    for (const { status, body } of answers) expect([200, 401, 409], JSON.stringify(body)).toContain(status);
    const written = (await storedEvents(product)).filter(({ stream }) => stream === userStream(id));
    expect(written.filter(({ position }) => position > atAnswer)).toEqual([]);
  };

  it("fifty changes of the profile", async () => {
    const bodies = times(50, (n) => ({ firstName: `n${n}`, lastName: "" }));
    for (let round = 0; round < rounds; round++) {
      for (const answered of [0, 1, 8]) {
        await expectNoWriteAfterSignOut(product, await givenSignedInUser(product.url), {
          path: "/api/user/profile",
          bodies,
          answered,
        });
      }
    }
  });

  it("a change of the password", async () => {
    const [newPassword, path] = ["another passphrase", "/api/user/password"];
    for (let round = 0; round < rounds * 3; round++) {
      const person = await givenSignedInUser(hashing.url);
      const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
      await expectNoWriteAfterSignOut(hashing, person, { path, bodies: [body], answered: 0 });
    }
  });
});
