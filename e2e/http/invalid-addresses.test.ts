import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, newPerson } from "./client.ts";
import { when } from "./stored-log.ts";

const stack = sharedProductScene();

const post = (path: string, body: object) => call(stack.url, `POST ${path}`, { body });

/** Every call that takes an address rejects it, names the field, and writes nothing. */
async function expectRejected(email: string): Promise<void> {
  const { response: responses, events } = await when(stack, async () => ({
    register: await post("/api/auth/register", { ...newPerson(), email }),
    login: await post("/api/auth/login", { email, password: "correct horse battery" }),
    resend: await post("/api/auth/resend-verification", { email }),
  }));
  const message = expect.stringMatching(/^(Invalid email address|Please enter your email address)$/);
  for (const [name, { status, body }] of Object.entries(responses)) {
    expect(status, `${name} ${email}`).toBe(400);
    expect(body, `${name} ${email}`).toMatchObject({ code: "invalid_fields", message });
    expect(body.fields, `${name} ${email}`).toEqual({ email: message });
  }
  expect(events).toEqual([]);
}

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

describe("invalid addresses", () => {
  it.each([...broken, ...blanksInside])("AU-08 AU-09 rejects %j", expectRejected);

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
  ])("AU-09 rejects %s", (_, email) => expectRejected(email));

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
  ])("AU-10 rejects %s", (_, email) => expectRejected(email));
});
