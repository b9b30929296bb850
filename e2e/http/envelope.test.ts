import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, newPerson, register } from "./client.ts";

let mail: MailServer;
let stack: InProcess;
beforeAll(async () => {
  mail = await startMailServer();
  stack = await startInProcess({ SMTP_URL: mail.url, MAIL_FROM: "accounts@id.example.com" });
});
afterAll(async () => {
  await stack.remove();
  await mail.close();
});

describe("the envelope of an email", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["Ada.Lovelace+notes@Example.COM", /^ada\.lovelace\+notes@example\.com$/i],
    ["o'neill&sons=~_-+x@example.com", "o'neill&sons=~_-+x@example.com"],
    ["  blanks@example.com  ", "blanks@example.com"],
    ["ada@münchen.example", "ada@xn--mnchen-3ya.example"],
  ])("AU-10 names one recipient: %j", async (email, recipient) => {
    const before = mail.received.length;
    await register(stack.url, newPerson({ email }));
    await expect.poll(() => mail.received.length).toBe(before + 1);
    const [sent] = mail.received.slice(before);
    expect(sent?.from).toBe("accounts@id.example.com");
    expect(sent?.to).toEqual([expect.stringMatching(typeof recipient === "string" ? /./ : recipient)]);
    if (typeof recipient === "string") expect(sent?.to).toEqual([recipient]);
    const head = (sent?.raw.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]+/g, " ").split("\r\n");
    const named = (name: string) => head.filter((line) => line.toLowerCase().startsWith(`${name}:`));
    expect(named("to")).toHaveLength(1);
    expect(named("to")[0]?.match(/@/g)).toHaveLength(1);
    for (const name of ["cc", "bcc", "resent-to", "reply-to", "sender"]) expect(named(name)).toEqual([]);
  });

  it("AU-10 is never made for an address that contains another", async () => {
    const before = mail.received.length;
    const hiding = [
      "a@example.com\r\nBcc: eve@example.com",
      "a@example.com\nRCPT TO:<eve@example.com>",
      "a@example.com,eve@example.com",
      "a@example.com;eve@example.com",
      "a@example.com>\r\nRCPT TO:<eve@example.com",
      "eve@example.com <a@example.com>",
      "a@example.com%0d%0aBcc:eve@example.com",
    ];
    for (const email of hiding) {
      for (const [path, body] of [
        ["/api/auth/register", newPerson({ email })],
        ["/api/auth/resend-verification", { email }],
      ] as const) {
        expect({ email, status: (await call(stack.url, `POST ${path}`, { body })).status }).toEqual({
          email,
          status: 400,
        });
      }
    }
    // The next email sent is one that was requested afterwards.
    await register(stack.url, newPerson({ email: "after@example.com" }));
    await expect.poll(() => mail.received.length).toBe(before + 1);
    expect(mail.received.at(-1)?.to).toEqual(["after@example.com"]);
  });
});
