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
    ["smtp://me:123?x@mail.example.com:587", "must be a server alone"],
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

  it("need a sender in production where the address of the service gives none that mail servers accept", () => {
    const said = (given: Record<string, string>) =>
      [...mailContradictions({ NODE_ENV: "production", SMTP_URL: "smtp://mail.example.com", ...given })].length;
    for (const PUBLIC_URL of ["https://203.0.113.7", "https://[2001:db8::1]", "https://id"]) {
      expect([PUBLIC_URL, said({ PUBLIC_URL })]).toEqual([PUBLIC_URL, 1]);
      expect(said({ PUBLIC_URL, MAIL_FROM: "id@example.com" })).toBe(0);
      // For a trial, a server that catches all emails is enough.
      expect(said({ PUBLIC_URL, NODE_ENV: "development" })).toBe(0);
    }
    for (const PUBLIC_URL of ["https://id.example.com", "http://localhost:3000", "http://127.0.0.1"]) {
      expect(said({ PUBLIC_URL })).toBe(0);
    }
  });
});
