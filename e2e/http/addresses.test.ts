import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, member, newPerson } from "./client.ts";
import { facts } from "./stored-log.ts";

let stack: SharedProduct;
beforeAll(async () => {
  stack = await sharedProduct();
});

const post = (path: string, body: object) => call(stack.url, "POST", path, { body });
const registering = (email: unknown) => post("/api/auth/register", { ...newPerson(), email });

/** Checks that every call that takes an address rejects it, names the field, and writes nothing. */
async function isRefused(email: string): Promise<void> {
  const before = (await facts(stack)).length;
  const answers = {
    register: await registering(email),
    login: await post("/api/auth/login", { email, password: "correct horse battery" }),
    resend: await post("/api/auth/resend-verification", { email }),
  };
  for (const [name, { status, body }] of Object.entries(answers)) {
    const refused = { status, code: body.code, message: body.message, fields: body.fields };
    const message = expect.stringMatching(/^(Invalid email address|Please enter your email address)$/);
    expect({ name, email, ...refused }).toEqual({
      name,
      email,
      status: 400,
      code: "invalid_fields",
      message,
      fields: { email: message },
    });
  }
  expect((await facts(stack)).length).toBe(before);
}

describe("one account for each mailbox", () => {
  it("AU-08 takes every spelling in case, and blanks around it, for the same address", async () => {
    const name = `k${crypto.randomUUID().slice(0, 8)}`;
    const person = await member(stack.url, { email: `${name}.Lee@Example.com` });
    const spellings = [
      `${name}.Lee@Example.com`,
      `${name}.lee@example.com`,
      `${name.toUpperCase()}.LEE@EXAMPLE.COM`,
      `${name}.lEE@eXAMPLE.cOM`,
      ` ${name}.lee@example.com`,
      `${name}.lee@example.com  `,
    ];
    for (const email of spellings) {
      const { status, body } = await registering(email);
      expect({ email, status, code: body.code }).toEqual({ email, status: 409, code: "email_taken" });
      const login = await post("/api/auth/login", { email, password: person.password });
      expect({ email, status: login.status, id: login.body.user?.id }).toEqual({ email, status: 200, id: person.id });
      // The answer shows the address as it was entered at registration.
      expect(login.body.user.email).toBe(`${name}.Lee@Example.com`);
    }
  });

  it("AU-08 keeps dots and +tags: they are other mailboxes", async () => {
    const name = `d${crypto.randomUUID().slice(0, 8)}`;
    const addresses = [`${name}.x`, `${name}x`, `${name}.x+a`, `${name}.x+b`, `${name}x+a`, `${name}_x`, `${name}-x`];
    const ids = [];
    for (const local of addresses) {
      const { status, body } = await registering(`${local}@gmail.com`);
      expect({ local, status }).toEqual({ local, status: 201 });
      ids.push(body.user.id);
    }
    expect(new Set(ids).size).toBe(addresses.length);
  });

  it("AU-09 takes an international domain and its ASCII form for the same", async () => {
    const name = `i${crypto.randomUUID().slice(0, 8)}`;
    expect((await registering(`${name}@münchen.example`)).status).toBe(201);
    for (const domain of ["xn--mnchen-3ya.example", "MÜNCHEN.example", "XN--MNCHEN-3YA.example"]) {
      const { status } = await registering(`${name}@${domain}`);
      expect({ domain, status }).toEqual({ domain, status: 409 });
    }
  });
});

const blanksInside = ["ada lovelace@example.com", "ada@exam ple.com", "ada @example.com", "ada@ example.com"];
const broken = [
  "",
  " ",
  "ada",
  "@example.com",
  "ada@",
  "ada@example",
  "ada@.com",
  "ada@example..com",
  "ada@-example.com",
  "ada@example-.com",
  ".ada@example.com",
  "ada.@example.com",
  "a..da@example.com",
  "ada@127.0.0.1",
  "ada@127.1",
  "ada@example.0x7f",
  "ada@[127.0.0.1]",
];

describe("addresses that are none", () => {
  it.each([...broken, ...blanksInside])("AU-08 AU-09 refuses %j", isRefused);

  it.each([
    ["a full-width at sign", "ada＠example.com"],
    ["a small at sign", "ada﹫example.com"],
    ["a full-width local part", "ａｄａ@example.com"],
    ["a ligature in the local part", "ﬁona@example.com"],
    ["a superscript in the local part", "ada²@example.com"],
    ["the Kelvin sign", "\u212Aim@example.com"],
    ["the Ångström sign", "\u212Bsa@example.com"],
    ["a Turkish İ", "\u0130da@example.com"],
    ["a Turkish ı", "\u0131da@example.com"],
    ["a long s", "me\u017F@example.com"],
    ["a combining mark", "ad\u0061\u0301@example.com"],
    ["an accent", "adá@example.com"],
    ["Cyrillic letters in the local part", "\u0430d\u0430@example.com"],
    ["a full-width domain", "ada@ｅｘａｍｐｌｅ.com"],
    ["a full-width dot in the domain", "ada@example．com"],
    ["an ideographic dot in the domain", "ada@example\u3002com"],
    ["a ligature in the domain", "ada@ﬁnance.com"],
    ["a decomposed accent in the domain", "ada@mu\u0308nchen.example"],
    ["circled letters in the domain", "ada@ⓔxample.com"],
    ["a blank of NFKC before it", "\u00A0ada@example.com"],
    ["an ideographic blank after it", "ada@example.com\u3000"],
    ["NUL inside", "ada\u0000@example.com"],
    ["NUL at the end", "ada@example.com\u0000"],
    ["two at signs", "ada@b@example.com"],
    ["a quoted local part", '"ada lovelace"@example.com'],
    ["a quoted local part with an at sign", '"ada@home"@example.com'],
    ["a comment", "ada(work)@example.com"],
    ["a comment in the domain", "ada@(work)example.com"],
    ["65 characters before the at sign", `${"a".repeat(65)}@example.com`],
    ["a label of 64 characters", `ada@${"a".repeat(64)}.com`],
    ["255 characters", `ada@${"a.".repeat(123)}a.com`],
    ["320 characters", `${"a".repeat(64)}@${"b".repeat(251)}.com`],
    ["90,000 characters", `${"a".repeat(90_000)}@example.com`],
    ["90,000 dots and letters", `${"a.".repeat(45_000)}@example.com`],
    ["90,000 characters after the at sign", `ada@${"a.".repeat(45_000)}com`],
    ["90,000 blanks inside", `ada${" ".repeat(90_000)}@example.com`],
    ["a zero-width joiner", "ad\u200da@example.com"],
    ["a zero-width blank in the domain", "ada@exam\u200bple.com"],
    ["a soft hyphen in the domain", "ada@exam\u00adple.com"],
    ["a byte-order mark before it", "\ufeffada@example.com"],
    ["a direction mark after it", "ada@example.com\u200e"],
  ])("AU-09 refuses %s", (_, email) => isRefused(email));

  it.each([
    ["CR LF and a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["LF and a header", "ada@example.com\nBcc: eve@example.com"],
    ["CR", "ada\r@example.com"],
    ["LF inside", "ada@exam\nple.com"],
    ["CR LF at the end", "ada@example.com\r\n"],
    ["LF at the end", "ada@example.com\n"],
    ["LF at the beginning", "\nada@example.com"],
    ["a tab at the end", "ada@example.com\t"],
    ["a line separator", "ada@example.com\u2028"],
    ["a paragraph separator", "\u2029ada@example.com"],
    ["a next-line character", "ada@example.com\u0085"],
    ["a vertical tab", "ada@example.com\u000b"],
    ["a comma", "ada@example.com,eve@example.com"],
    ["a comma in the local part", "ada,eve@example.com"],
    ["a semicolon", "ada@example.com;eve@example.com"],
    ["a semicolon in the local part", "ada;eve@example.com"],
    ["angle brackets", "<ada@example.com>"],
    ["a name and angle brackets", "Ada <ada@example.com>"],
    ["an angle bracket", "ada>@example.com"],
    ["an encoded LF", "ada%0a@example.com"],
    ["an encoded LF at the end", "ada@example.com%0a"],
    ["an encoded CR LF and a header", "ada@example.com%0d%0aBcc:eve@example.com"],
    ["an encoded word", "=?utf-8?q?ada?=@example.com"],
    ["a source route", "@evil.example:ada@example.com"],
    ["a percent hack", "ada%evil.example@example.com"],
    ["a bang path", "evil.example!ada@example.com"],
    ["a backslash", "ada\\@example.com"],
  ])("AU-10 refuses %s", (_, email) => isRefused(email));
});

describe("look-alikes", () => {
  it("AU-09 never reach somebody else's account", async () => {
    const name = `h${crypto.randomUUID().slice(0, 8)}`;
    const person = await member(stack.url, { email: `${name}@example.com` });
    const domains = [
      "\u0435xample.com", // Cyrillic е
      "ex\u0430mple.com", // Cyrillic а
      "examp\u04cfe.com", // Cyrillic palochka
      "exampl\u00e9.com",
      "exam\ufe0fple.com", // a variation selector
      "exa\u034fmple.com", // a grapheme joiner
      "exam\u180bple.com", // a Mongolian variation selector
      "\u17b4example.com", // a Khmer inherent vowel
      "examp\u0131e.com",
    ];
    for (const domain of domains) {
      const login = await post("/api/auth/login", { email: `${name}@${domain}`, password: person.password });
      expect({ domain, signedIn: login.status === 200 }).toEqual({ domain, signedIn: false });
      const { status, body } = await registering(`${name}@${domain}`);
      expect({ domain, taken: status === 409 }).toEqual({ domain, taken: false });
      expect([201, 400]).toContain(status);
      if (status === 201) expect(body.user.id).not.toBe(person.id);
      const invisible = /[\ufe0f\u034f\u180b\u17b4]/.test(domain);
      expect({ domain, refused: status === 400 }).toEqual({ domain, refused: invisible });
    }
  });
});
