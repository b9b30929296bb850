import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import argon2 from "argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, emailsTo, givenSignedInUser, signIn } from "./client.ts";
import { facts, when } from "./stored-log.ts";

/** The distributed stack hashes at a low cost. */
const configured = { tags: ["embedded/one-process"] };

type Product = Pick<InProcess, "url" | "happened" | "history">;

const login = ({ url }: Product, email: string, password: string) =>
  call(url, "POST /api/auth/login", { body: { email, password } });
const statusOf = async ({ url }: Product, token: string) => (await call(url, "GET /api/auth/me", { token })).status;

/** Stores a hash as if the product had made it. */
const givenStoredHash = ({ happened }: Product, userId: string, passwordHash: string) =>
  happened(userStream(userId), { type: "PasswordRehashed", data: { userId, passwordHash } }, { person: userId });

describe("a hash of weaker parameters", () => {
  let product: InProcess;
  let url: string;
  beforeAll(async () => {
    product = await startInProcess({}, { passwordCost: recommendedCost });
    url = product.url;
  });
  afterAll(() => product.remove());

  const hashesOf = async (id: string) =>
    (await product.history(userStream(id))).flatMap((event) =>
      event.type === "PasswordRehashed" ? [event.data.passwordHash ?? ""] : [],
    );
  /** The streams of the events that replace a hash. */
  const rehashesIn = (events: readonly StoredEvent[]) =>
    events.filter(({ type }) => type === "PasswordRehashed").map(({ stream }) => stream);
  /** The library writes m, p, t; the PHC format's order is m, t, p. */
  const hashOf = async (password: string, cost: { memoryCost: number; timeCost: number }) =>
    (await argon2.hash(password, { type: argon2.argon2id, parallelism: 1, ...cost })).replace(
      /\$m=(\d+),p=(\d+),t=(\d+)\$/,
      "$m=$1,t=$3,p=$2$",
    );
  const weak = { memoryCost: 1024, timeCost: 1 };

  it.each([
    ["less memory", { memoryCost: 4096, timeCost: 2 }],
    ["fewer passes", { memoryCost: 19_456, timeCost: 1 }],
    ["both", weak],
  ])("PW-06 is replaced at the next sign-in with an unchanged answer: %s", configured, async (_, cost) => {
    const person = await givenSignedInUser(url);
    const old = await hashOf(person.password, cost);
    await givenStoredHash(product, person.id, old);
    expect((await login(product, person.email, `${person.password}!`)).status).toBe(401);
    expect(await hashesOf(person.id)).toEqual([old]);

    const first = await when(product, () => signIn(url, person));
    const second = await when(product, () => signIn(url, person));

    const [, made = ""] = await hashesOf(person.id);
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await argon2.verify(made, person.password)).toBe(true);
    // Only once, and every session remains valid.
    expect(rehashesIn(first.events)).toEqual([userStream(person.id)]);
    expect(rehashesIn(second.events)).toEqual([]);
    expect(await hashesOf(person.id)).toEqual([old, made]);
    expect(await statusOf(product, person.token)).toBe(200);

    // The event's plaintext contains only the user's id.
    const rows = (await facts(product)).filter(
      ({ type, person: owner }) => type === "PasswordRehashed" && owner === person.id,
    );
    expect(rows.map(({ data }) => JSON.parse(data))).toEqual([{ userId: person.id }, { userId: person.id }]);
    // Emails are started in the order of the log, but several at once: one requested afterwards was started last.
    await givenSignedInUser(url);
    const subjects = async () => (await emailsTo(url, person.email)).map(({ subject }) => subject).toSorted();
    // None about the hash: each of the two sign-ins came from a browser without cookies.
    const newSignIn = "New sign-in to your account";
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([newSignIn, newSignIn, "Verify your email address"]);
    expect(product.output()).not.toContain("argon2id");
  });

  it("PW-06 is not replaced by a refused sign-in", async () => {
    const person = await givenSignedInUser(url);
    const old = await hashOf(person.password, weak);
    await givenStoredHash(product, person.id, old);
    await product.happened(userStream(person.id), { type: "UserDeactivated", data: { userId: person.id } });

    const { response, events } = await when(product, () => login(product, person.email, person.password));

    expect(response.status).toBe(401);
    expect(events).toEqual([]);
    expect(await hashesOf(person.id)).toEqual([old]);
  });

  it("PW-06 is not replaced over a password that changes meanwhile", async () => {
    const person = await givenSignedInUser(url);
    await givenStoredHash(product, person.id, await hashOf(person.password, weak));
    const next = "another passphrase";
    const body = { currentPassword: person.password, newPassword: next, confirmPassword: next };

    const [, changed] = await Promise.all([
      login(product, person.email, person.password),
      call(url, "PUT /api/user/password", { token: person.token, body }),
    ]);

    // Either may come first; afterwards exactly one of the two passwords works, and never the old one after a change.
    const [works, dead] = changed.status === 200 ? [next, person.password] : [person.password, next];
    expect((await login(product, person.email, works)).status).toBe(200);
    expect((await login(product, person.email, dead)).status).toBe(401);
  });
});

/** `damaged-hashes.test.ts` tries every kind on the hasher alone. */
const damaged: [string, string | ((right: string) => string)][] = [
  ["an empty text", ""],
  ["cut in the middle", (right) => right.slice(0, right.length >> 1)],
  ["one character of its digest changed", (right) => right.replace(/.$/, right.endsWith("A") ? "Q" : "A")],
  ["of bcrypt", "$2b$12$KIXQ4E9XW7m1J0oZ1xQv3uQ9lFv5d8o0Zk2dB1rj7bG8k5w9j3e2K"],
  ["four terabytes of memory", (right) => right.replace(/m=\d+/, "m=4294967295")],
];

const invalidCredentials = { code: "invalid_credentials", message: "Email or password is not right" };

describe("a damaged hash", () => {
  let product: SharedProduct;
  let url: string;
  beforeAll(async () => {
    product = await sharedProduct();
    url = product.url;
  });

  it.each(damaged)("PW-10 refuses every sign-in and is reported to the operator alone: %s", async (kind, damage) => {
    const person = await givenSignedInUser(url);
    const right = (await product.history(userStream(person.id))).flatMap(({ data }) =>
      "passwordHash" in data ? [data.passwordHash] : [],
    )[0];
    const hash = typeof damage === "string" ? damage : damage(right ?? "");
    expect(hash).not.toBe(right);
    await givenStoredHash(product, person.id, hash);
    const logged = product.output().length;
    const passwords = [person.password, "not the password", hash.slice(0, 1000) || "x"];
    const next = "another passphrase";
    const body = { currentPassword: person.password, newPassword: next, confirmPassword: next };

    for (const password of passwords) {
      const { response, events } = await when(product, () => login(product, person.email, password));
      expect([response.status, response.body]).toEqual([401, invalidCredentials]);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(events).toEqual([]);
    }
    const change = await when(product, () => call(url, "PUT /api/user/password", { token: person.token, body }));
    expect([change.response.status, change.response.body.code]).toEqual([400, "wrong_password"]);
    expect(change.events).toEqual([]);

    const lines = product.output().slice(logged);
    // A digest that is well-formed but different cannot be distinguished from a wrong password.
    const isReadable = kind === "one character of its digest changed";
    if (!isReadable) expect(lines).toContain("stored password hash unreadable");
    expect(lines).not.toMatch(/argon2id?\$|\$2b\$|"status":500|"request failed"/);
    // Existing sessions remain valid.
    expect(await statusOf(product, person.token)).toBe(200);
  });
});
