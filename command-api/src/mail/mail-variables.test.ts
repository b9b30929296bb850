import { describe, expect, it } from "vitest";
import { mailContradictions, mailVariables } from "./mail-variables.ts";

const faultOf = (text: string) => mailVariables.SMTP_URL.safeParse(text).error?.issues.map(({ message }) => message);
const secret = "pa5sword";

describe("the mail settings", () => {
  it.for<[string, string]>([
    [`smtp://me:${secret}@mail.example.com:465`, "must be smtps:// for port 465"],
    [`smtps://me:${secret}@mail.example.com:587`, "must be smtp:// for port 587"],
    ["smtp://me@mail.example.com", "must be with a password"],
    [`smtp://me:${secret}#x@mail.example.com:587`, "must be"],
    [`smtp://me:${secret}/x@mail.example.com`, "must be"],
    [`smtp://me:${secret}@mail.example.com/inbox`, "must be a server alone"],
    [`smtp://me:${secret}@mail.example.com#x`, "must be a server alone"],
    [`smtp://me:100%25${secret}%zz@mail.example.com`, "must be percent-encoded"],
    ["imap://mail.example.com", "must be an smtp:// or smtps:// address"],
  ])("are refused at the start where the mail server would refuse them later: %s", ([text, said]) => {
    expect(faultOf(text)).toEqual([expect.stringContaining(said)]);
    expect(faultOf(text)?.join()).not.toContain(secret);
  });

  it.for([
    "smtp://mail.example.com",
    "smtp://127.0.0.1:1025/",
    "smtp://me:p%40ss%25@mail.example.com:587?requireTLS=true",
    "smtp://:x@mail.example.com",
    "smtps://me:x@mail.example.com",
    "smtps://me:x@mail.example.com:465",
    "smtps://me:x@mail.example.com:4650",
  ])("accept %s", (text) => expect(faultOf(text)).toBeUndefined());

  it("need a sender where the address of the service gives none that a server in the internet accepts", () => {
    const said = (given: Record<string, string>) => [...mailContradictions(given)].length;
    const SMTP_URL = "smtp://mail.example.com";
    for (const PUBLIC_URL of [
      "",
      "http://localhost:3000",
      "https://203.0.113.7",
      "https://[2001:db8::1]",
      "https://id",
    ]) {
      expect([PUBLIC_URL, said({ SMTP_URL, PUBLIC_URL })]).toEqual([PUBLIC_URL, 1]);
      expect(said({ SMTP_URL, PUBLIC_URL, MAIL_FROM: "id@example.com" })).toBe(0);
      // A server that catches all emails, beside the service.
      expect(said({ SMTP_URL: "smtp://localhost:1025", PUBLIC_URL })).toBe(0);
      expect(said({ SMTP_URL: "smtp://mailbox:2525", PUBLIC_URL })).toBe(0);
    }
    expect(said({ SMTP_URL, PUBLIC_URL: "https://id.example.com" })).toBe(0);
  });
});
