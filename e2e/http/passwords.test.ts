import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, newPerson, type Person, register, signIn, verify } from "./client.ts";
import { facts, filesHolding } from "./stored-log.ts";

let product: SharedProduct;
let url: string;
/** Hashes at the full cost. */
let hashing: InProcess;
beforeAll(async () => {
  product = await sharedProduct();
  url = product.url;
  hashing = await startInProcess({}, { passwordCost: recommendedCost });
});
afterAll(() => hashing.remove());

const login = (email: string, password: string, at = url) =>
  call(at, "POST /api/auth/login", { body: { email, password } });
const registering = (password: string, at = url) =>
  call(at, "POST /api/auth/register", { body: { ...newPerson(), password } });
const change = (token: string, { from, to }: { from: string; to: string }, at = url) =>
  call(at, "PUT /api/user/password", {
    token,
    body: { currentPassword: from, newPassword: to, confirmPassword: to },
  });
const hashesOf = async (id: string, { history }: Pick<SharedProduct, "history"> = product) =>
  (await history(userStream(id))).flatMap((event) =>
    "passwordHash" in event.data && event.data.passwordHash ? [event.data.passwordHash] : [],
  );

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

describe("the stored form of a password", () => {
  it("PW-01 is an argon2id PHC string with the recommended parameters and its own salt", async () => {
    const password = "the same for both of them";
    const [one, other] = [
      await givenSignedInUser(hashing.url, { password }),
      await givenSignedInUser(hashing.url, { password }),
    ];
    expect((await change(one.token, { from: password, to: "another passphrase" }, hashing.url)).status).toBe(200);
    expect((await change(one.token, { from: "another passphrase", to: password }, hashing.url)).status).toBe(200);
    const hashes = [...(await hashesOf(one.id, hashing)), ...(await hashesOf(other.id, hashing))];
    expect(hashes).toHaveLength(4);
    for (const hash of hashes) {
      const [, memory, passes, lanes, salt = "", digest = ""] = phc.exec(hash) ?? [];
      expect([memory, passes, lanes].map(Number), hash).toEqual([19_456, 2, 1]);
      expect(Buffer.from(salt, "base64").length).toBeGreaterThanOrEqual(16);
      expect(Buffer.from(digest, "base64").length).toBeGreaterThanOrEqual(32);
    }
    expect(new Set(hashes.map((hash) => phc.exec(hash)?.[4])).size).toBe(4);
    expect(new Set(hashes.map((hash) => phc.exec(hash)?.[5])).size).toBe(4);
  });

  it("PW-01 is stored nowhere in clear, nor is the password", { tags: ["embedded/reads-files"] }, async () => {
    const person = newPerson({ password: `canary ${crypto.randomUUID()}` });
    const { user } = await register(url, person);
    await verify(url, person.email);
    const token = await signIn(url, person);
    const next = `canary ${crypto.randomUUID()}`;
    expect((await change(token, { from: person.password, to: next })).status).toBe(200);
    expect((await login(person.email, `${next}!`)).status).toBe(401);
    const hashes = await hashesOf(user.id);
    expect(hashes).toHaveLength(2);
    expect(filesHolding(product.dataDir, user.id)).not.toEqual([]);
    const secrets = [...hashes, ...hashes.map((hash) => hash.split("$")[5] ?? hash), person.password, next];
    for (const secret of secrets) {
      expect(filesHolding(product.dataDir, secret)).toEqual([]);
      expect(product.output()).not.toContain(secret);
    }
    const { body } = await call(url, "GET /api/auth/me", { token });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });
});

describe("the length of a password", () => {
  const lengths = (person: Person & { token: string }) =>
    [
      ["POST", "/api/auth/register", (password: string) => ({ ...newPerson(), password }), "password"],
      [
        "PUT",
        "/api/user/password",
        (newPassword: string) => ({
          currentPassword: person.password,
          newPassword,
          confirmPassword: newPassword,
        }),
        "newPassword",
      ],
    ] as const;

  it.each([
    ["7 characters", "1234567"],
    ["7 characters of four bytes", "\u{1f600}".repeat(7)],
    ["1 character", "x"],
    ["1,025 characters", "x".repeat(1025)],
    ["1,025 bytes in 342 characters", `${"€".repeat(341)}xx`],
    ["40,000 characters", "x".repeat(40_000)],
  ])("PW-02 rejects %s", async (_, password) => {
    const person = await givenSignedInUser(url);
    const before = (await facts(product)).length;
    const short = password.length < 100;
    for (const [method, path, body, field] of lengths(person)) {
      const answered = await call(url, `${method} ${path}`, { token: person.token, body: body(password) });
      const text = short ? "Password must be at least 8 characters long." : "Use at most 1,024 bytes";
      expect([answered.status, answered.body]).toEqual([
        400,
        { code: "invalid_fields", message: text, fields: { [field]: text } },
      ]);
    }
    expect((await facts(product)).length).toBe(before);
  });

  it("PW-02 is rejected at 10 MB before the body is read", async () => {
    const { token } = await givenSignedInUser(url);
    const password = "x".repeat(10_000_000);
    const answers = [
      await registering(password),
      await login("ada@example.com", password),
      await change(token, { from: password, to: password }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([413, "body_too_large"]));
  });

  it.each([
    ["8 characters", "8 marks."],
    ["8 characters of four bytes", "\u{1f600}".repeat(8)],
    ["64 characters", "x".repeat(64)],
    ["128 characters", "x".repeat(128)],
    ["1,024 bytes", "x".repeat(1024)],
    ["1,024 bytes in 342 characters", `${"€".repeat(341)}x`],
  ])("PW-02 accepts %s", async (_, password) => {
    const person = await givenSignedInUser(url, { password });
    expect((await login(person.email, password)).status).toBe(200);
    expect((await login(person.email, password.slice(0, -2))).status).toBe(401);
    const other = await givenSignedInUser(url);
    expect((await change(other.token, { from: other.password, to: password })).status).toBe(200);
    expect((await login(other.email, password)).status).toBe(200);
  });

  it("PW-02 is checked before hashing: more invalid ones than the hash queue holds are all 400", async () => {
    const person = await givenSignedInUser(hashing.url);
    const long = "x".repeat(1025);
    const answers = await Promise.all([
      ...Array.from({ length: 150 }, () => login(person.email, long, hashing.url)),
      ...Array.from({ length: 150 }, () => registering(long, hashing.url)),
      ...Array.from({ length: 50 }, () => change(person.token, { from: long, to: long }, hashing.url)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });
});

describe("the characters of a password", () => {
  const twin = "x".repeat(72);
  it.each([
    ["accents, composed", "cafe\u0301 au lait".normalize("NFC"), ["cafe\u0301 au lait", "cafe au lait"]],
    ["accents, decomposed", "cafe\u0301 au lait", ["cafe\u0301 au lait".normalize("NFC"), "cafe au lait"]],
    ["compatible letters", "ﬁnance①②③④⑤", ["finance12345"]],
    ["blanks around it", "  with blanks  ", ["with blanks", " with blanks ", "  with blanks", "with blanks  "]],
    ["nothing but blanks", "          ", ["         ", "           ", "\u00a0".repeat(10)]],
    ["a line break at the end", "a line break\n", ["a line break", "a line break\r\n"]],
    ["emoji", "\u{1f469}\u200d\u{1f4bb} writes code", ["\u{1f469}\u{1f4bb} writes code", "\u{1f469} writes code"]],
    ["NUL inside", "before\u0000after it", ["before", "before\u0000", "before\u0000after", "beforeafter it"]],
    ["NUL at the end", "ends with NUL\u0000", ["ends with NUL", "ends with NUL\u0000\u0000"]],
    ["upper and lower case", "Both UPPER and lower", ["both upper and lower", "BOTH UPPER AND LOWER"]],
    ["a Turkish İ", "\u0130stanbul 1453", ["istanbul 1453", "i\u0307stanbul 1453"]],
    ["72 bytes and one more", `${twin}a`, [twin, `${twin}b`, `${twin}aa`]],
    ["quotes, markup and code", `'"><script>\\\\{{7*7}}%00--`, ["'\"><script>", `'"><script>\\\\{{7*7}}%00`]],
    ["a byte-order mark", "\ufeffbyte order mark", ["byte order mark"]],
  ])("PW-03 are compared exactly as sent: %s", async (_, password, others) => {
    const person = await givenSignedInUser(url, { password });
    for (const other of others) {
      expect(other).not.toBe(password);
      expect((await login(person.email, other)).status, other).toBe(401);
    }
    expect((await login(person.email, password)).status).toBe(200);
    expect((await change(person.token, { from: password, to: `${password}!` })).status).toBe(200);
    expect((await login(person.email, `${password}!`)).status).toBe(200);
    expect((await login(person.email, password)).status).toBe(401);
  });
});
