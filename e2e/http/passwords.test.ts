import { recommendedCost } from "@attestory/command-api/passwords/password-hasher.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { changePassword, registerWith, signInWith } from "./password-calls.ts";
import { expectChanged, expectSignedIn, expectSignInRefused } from "./password-outcomes.ts";
import { filesHolding, when } from "./stored-log.ts";

const product = sharedProductScene();
let url: string;
let hashing: InProcess;
beforeAll(async () => {
  url = product.url;
  hashing = await startInProcess({}, { passwordCost: recommendedCost });
});
afterAll(() => hashing.remove());

const hashesOf = async (id: string, { history } = product) =>
  (await history(userStream(id))).flatMap((event) =>
    "passwordHash" in event.data && event.data.passwordHash ? [event.data.passwordHash] : [],
  );

/** Only there does the service hash at the full cost. */
const inOneProcess = { tags: ["embedded/one-process"] };
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const expectRecommendedForm = (hash: string) => {
  const [, memory, passes, lanes, salt = "", digest = ""] = phc.exec(hash) ?? [];
  expect([memory, passes, lanes].map(Number), hash).toEqual([19_456, 2, 1]);
  expect(Buffer.from(salt, "base64").length).toBeGreaterThanOrEqual(16);
  expect(Buffer.from(digest, "base64").length).toBeGreaterThanOrEqual(32);
};

describe("the stored form of a password", () => {
  it("PW-01 is an argon2id PHC string with the recommended parameters and its own salt", inOneProcess, async () => {
    const [password, next] = ["the same for both of them", "another passphrase"];
    const { id, token } = await givenSignedInUser(hashing.url, { password });
    const other = await givenSignedInUser(hashing.url, { password });

    const changed = await when(hashing, () => changePassword(hashing.url, { token, from: password, to: next }));
    const changedBack = await when(hashing, () => changePassword(hashing.url, { token, from: next, to: password }));

    expectChanged(changed);
    expectChanged(changedBack);
    const hashes = [...(await hashesOf(id, hashing)), ...(await hashesOf(other.id, hashing))];
    expect(hashes).toHaveLength(4);
    for (const hash of hashes) expectRecommendedForm(hash);
    expect(new Set(hashes.map((hash) => phc.exec(hash)?.[4])).size).toBe(4);
    expect(new Set(hashes.map((hash) => phc.exec(hash)?.[5])).size).toBe(4);
  });

  it("PW-01 is stored nowhere in clear, nor is the password", { tags: ["embedded/reads-files"] }, async () => {
    const person = await givenSignedInUser(url, { password: `canary ${crypto.randomUUID()}` });
    const { id, token, password } = person;
    const next = `canary ${crypto.randomUUID()}`;

    const changed = await when(product, () => changePassword(url, { token, from: password, to: next }));
    const refused = await when(product, () => signInWith(url, person.email, `${next}!`));

    expectChanged(changed);
    expectSignInRefused(refused, `${next}!`);
    const hashes = await hashesOf(id);
    expect(hashes).toHaveLength(2);
    expect(filesHolding(product.dataDir, id)).not.toEqual([]);
    const secrets = [...hashes, ...hashes.map((hash) => hash.split("$")[5] ?? hash), password, next];
    expect(filesHolding(product.dataDir, ...secrets)).toEqual([]);
    for (const secret of secrets) expect(product.output()).not.toContain(secret);
    const { body } = await call(url, "GET /api/auth/me", { token });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });
});

describe("the length of a password", () => {
  /** The requests that set a password, each with the field that holds it. */
  const requestsSetting = (password: string, { password: currentPassword }: Person) => [
    { request: "POST /api/auth/register", body: { ...newPerson(), password }, field: "password" },
    {
      request: "PUT /api/user/password",
      body: { currentPassword, newPassword: password, confirmPassword: password },
      field: "newPassword",
    },
  ];

  it.each([
    ["7 characters", "1234567"],
    ["7 characters of four bytes", "\u{1f600}".repeat(7)],
    ["1 character", "x"],
    ["1,025 characters", "x".repeat(1025)],
    ["1,025 bytes in 342 characters", `${"€".repeat(341)}xx`],
    ["40,000 characters", "x".repeat(40_000)],
  ])("PW-02 rejects %s", async (_, password) => {
    const person = await givenSignedInUser(url);
    const { token } = person;
    const text = password.length < 100 ? "Password must be at least 8 characters long." : "Use at most 1,024 bytes";

    for (const { request, body, field } of requestsSetting(password, person)) {
      const { response, events } = await when(product, () => call(url, request, { token, body }));

      const refusal = { code: "invalid_fields", message: text, fields: { [field]: text } };
      expect([response.status, response.body]).toEqual([400, refusal]);
      expect(events).toEqual([]);
    }
  });

  it("PW-02 is rejected at 10 MB before the body is read", async () => {
    const { token } = await givenSignedInUser(url);
    const password = "x".repeat(10_000_000);

    const outcomes = [
      await when(product, () => registerWith(url, password)),
      await when(product, () => signInWith(url, "ada@example.com", password)),
      await when(product, () => changePassword(url, { token, from: password, to: password })),
    ];

    for (const { response, events } of outcomes) {
      expect([response.status, response.body.code]).toEqual([413, "body_too_large"]);
      expect(events).toEqual([]);
    }
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
    const other = await givenSignedInUser(url);
    const shortened = password.slice(0, -2);

    const signedIn = await when(product, () => signInWith(url, person.email, password));
    const refused = await when(product, () => signInWith(url, person.email, shortened));
    const changed = await when(product, () => changePassword(url, { ...other, from: other.password, to: password }));
    const otherSignedIn = await when(product, () => signInWith(url, other.email, password));

    expectSignedIn(signedIn);
    expectSignInRefused(refused, shortened);
    expectChanged(changed);
    expectSignedIn(otherSignedIn);
  });

  it("PW-02 is checked before hashing: more invalid ones than the hash queue holds are all 400", async () => {
    const person = await givenSignedInUser(hashing.url);
    const long = "x".repeat(1025);
    const change = { token: person.token, from: long, to: long };

    const { response: responses, events } = await when(hashing, () =>
      Promise.all([
        ...Array.from({ length: 70 }, () => signInWith(hashing.url, person.email, long)),
        ...Array.from({ length: 70 }, () => registerWith(hashing.url, long)),
        ...Array.from({ length: 10 }, () => changePassword(hashing.url, change)),
      ]),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(events).toEqual([]);
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
    const next = `${password}!`;
    expect(others).not.toContain(password);

    for (const other of others)
      expectSignInRefused(await when(product, () => signInWith(url, person.email, other)), other);
    const signedIn = await when(product, () => signInWith(url, person.email, password));
    const changed = await when(product, () => changePassword(url, { ...person, from: password, to: next }));
    const withNew = await when(product, () => signInWith(url, person.email, next));
    const withOld = await when(product, () => signInWith(url, person.email, password));

    expectSignedIn(signedIn);
    expectChanged(changed);
    expectSignedIn(withNew);
    expectSignInRefused(withOld, password);
  });
});
