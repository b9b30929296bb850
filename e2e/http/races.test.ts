/** @module-tag random */
import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, emailTo, member, newPerson, register, signIn, tokenIn, verify } from "./client.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

const rounds = process.env.FULL_RUN === "1" ? 200 : 1;
const times = <Result>(count: number, make: (n: number) => Result) => Array.from({ length: count }, (_, n) => make(n));

let lenient: SharedProduct;
let strict: SharedProduct;
/** Hashes at the full cost: a password change takes as long as in production. */
let hashing: InProcess;
/** The number of events that each product had before. */
let before: [SharedProduct, number][];
beforeAll(async () => {
  lenient = await sharedProduct();
  strict = await sharedProduct({ ENUMERATION_PROTECTION: "strict" });
  hashing = await startInProcess({}, { passwordCost: recommendedCost });
  before = [
    [lenient, (await storedEvents(lenient)).length],
    [strict, (await storedEvents(strict)).length],
  ];
});

afterAll(() => hashing.remove());

/** Every reservation was confirmed or released. */
afterEach(async () => {
  for (const [product, count] of before) {
    const reservations = (await storedEvents(product)).slice(count).filter(({ type }) => /^Identifier/.test(type));
    for (const [stream, events] of Map.groupBy(reservations, (event) => event.stream)) {
      expect(["IdentifierConfirmed", "IdentifierReleased"], stream).toContain(events.at(-1)?.type);
    }
  }
});

const registers = (stack: SharedProduct, said: object) =>
  call(stack.url, "POST", "/api/auth/register", { body: newPerson(said) });
const typesOf = async (product: SharedProduct, stream: string) =>
  (await storedEvents(product)).flatMap((event) => (event.stream === stream ? [event.type] : []));
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ""}`.trim())
      .entries()
      .map(([code, all]) => [code, all.length]),
  );

describe("fifty registrations at once", () => {
  it("RC-01 of one address make one account", async () => {
    for (let round = 0; round < rounds; round++) {
      const person = newPerson();
      const { email, password } = person;
      const answers = await Promise.all(times(50, () => registers(lenient, { email })));
      expect(codes(answers)).toEqual({ "201": 1, "409 email_taken": 49 });
      await verify(lenient.url, email);
      await signIn(lenient.url, { ...person, password });
    }
  });

  it("RC-01 of one address make one account, and decoys under strict protection", async () => {
    const { email } = newPerson();
    const answers = await Promise.all(times(50, () => registers(strict, { email })));
    expect(codes(answers)).toEqual({ "201": 50 });
    const histories = await Promise.all(answers.map(({ body }) => typesOf(strict, userStream(body.user.id))));
    const began = histories.map(([first]) => first);
    expect(began.toSorted()).toEqual([...Array(49).fill("DecoyRegistered"), "UserRegistered"]);
  });

  it("RC-02 of one name make one account, and the others' addresses are free", async () => {
    for (let round = 0; round < rounds; round++) {
      const { username } = newPerson();
      const people = times(50, () => newPerson({ username }));
      const answers = await Promise.all(people.map((person) => registers(lenient, person)));
      expect(codes(answers)).toEqual({ "201": 1, "409 username_taken": 49 });
      const losers = people.filter((_, n) => answers[n]?.status === 409);
      for (const { email } of losers.slice(0, 3)) await register(lenient.url, newPerson({ email }));
    }
  });

  it("RC-02 of one name that lose their address free the name", async () => {
    const { email } = await member(lenient.url);
    const { username } = newPerson();
    const answers = await Promise.all(times(50, () => registers(lenient, { username, email })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(409));
    await register(lenient.url, newPerson({ username }));
  });
});

it("RC-09 no session of the old password outlives its change, and none begins after it", async () => {
  const { url } = hashing;
  for (let round = 0; round < rounds; round++) {
    const { email, password, token } = await member(url);
    const login = () => call(url, "POST", "/api/auth/login", { body: { email, password } });
    const newPassword = "another passphrase";
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const change = call(url, "PUT", "/api/user/password", { token, body });
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
      const reads = await call(url, "GET", "/api/auth/me", { token: body.token, headers });
      const writes = await call(url, "PUT", "/api/user/profile", { token: body.token, body: {} });
      expect([reads.status, writes.status]).toEqual([401, 401]);
    }
  }
});

it("RC-10 one link that is opened twenty times at once verifies once", async () => {
  const person = newPerson();
  const { user } = await register(lenient.url, person);
  const token = tokenIn(await emailTo(lenient.url, person.email));
  const answers = await Promise.all(times(20, () => call(lenient.url, "GET", `/api/auth/verify-email?token=${token}`)));
  expect(codes(answers)).toEqual({ "200": 20 });
  expect(await typesOf(lenient, userStream(user.id))).toEqual(["UserRegistered", "EmailVerified"]);
});

it("RC-10 of the links of twenty letters that were asked for at once, one works", async () => {
  const { url } = lenient;
  const person = newPerson();
  const { email } = person;
  const { user } = await register(url, person);
  await emailTo(url, email);
  const again = () => call(url, "POST", "/api/auth/resend-verification", { body: { email } });
  expect(codes(await Promise.all(times(20, again)))).toEqual({ "200": 20 });
  const asked = (await typesOf(lenient, userStream(user.id))).length;
  expect(asked).toBeGreaterThan(1);
  await expect
    .poll(async () =>
      (await storedEvents(lenient)).filter(({ type, data }) => /^Letter/.test(type) && data.includes(user.id)),
    )
    .toHaveLength(asked);
  const { body: inbox } = await call(url, "GET", "/api/dev/inbox");
  const emails = (inbox as { to: string; text: string }[]).filter(({ to }) => to === email).toReversed();
  const statuses = [];
  for (const letter of emails) {
    statuses.push((await call(url, "GET", `/api/auth/verify-email?token=${tokenIn(letter as never)}`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await typesOf(lenient, userStream(user.id))).filter((type) => type === "EmailVerified")).toHaveLength(1);
});

it("RC-13 of fifty changes of a profile at once none is lost: each has its place, and the last one stands", async () => {
  for (let round = 0; round < rounds; round++) {
    const { token, id } = await member(lenient.url);
    const answers = await Promise.all(
      times(50, async (n) => {
        const body = { firstName: `n${n}`, lastName: "" };
        const answer = await call(lenient.url, "PUT", "/api/user/profile", { token, body });
        return { ...answer, firstName: body.firstName };
      }),
    );
    const taken = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    const places = taken.map(({ headers }) => BigInt(headers.get("x-log-position")?.split("-")[1] ?? 0));
    const stored = (await storedEvents(lenient)).filter(
      ({ stream, type }) => stream === userStream(id) && type === "ProfileChanged",
    );
    expect(places.toSorted((a, b) => Number(a - b))).toEqual(stored.map(({ position }) => position));
    const newest = stored.at(-1)?.position ?? 0n;
    const last = taken[places.indexOf(newest)];
    const me = await call(lenient.url, "GET", "/api/auth/me", { token, headers: await knowingAll(lenient) });
    expect(me.body.user.firstName).toBe(last?.firstName);
  }
});

describe("RC-14 once a sign-out was answered, nothing that was under way is written any more", () => {
  /** Signs out once `answered` of the writes in progress are answered. */
  const signsOut = async (
    product: SharedProduct,
    { token, id }: { token: string; id: string },
    { path, bodies, answered }: { path: string; bodies: readonly object[]; answered: number },
  ) => {
    let count = 0;
    const underWay = bodies.map(async (body) => {
      const answer = await call(product.url, "PUT", path, { token, body });
      count++;
      return answer;
    });
    await expect.poll(() => count, { interval: 1 }).toBeGreaterThanOrEqual(answered);
    const out = await call(product.url, "POST", "/api/auth/logout", { token });
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
        await signsOut(lenient, await member(lenient.url), { path: "/api/user/profile", bodies, answered });
      }
    }
  });

  it("a change of the password", async () => {
    const [newPassword, path] = ["another passphrase", "/api/user/password"];
    for (let round = 0; round < rounds * 3; round++) {
      const person = await member(hashing.url);
      const body = { currentPassword: person.password, newPassword, confirmPassword: newPassword };
      await signsOut(hashing, person, { path, bodies: [body], answered: 0 });
    }
  });
});
