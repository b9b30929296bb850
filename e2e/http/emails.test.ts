import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { call, emailTo, newPerson, signIn, verify } from "./client.ts";

const publicUrl = "https://id.example.com";

const stack = sharedProductScene({ PUBLIC_URL: publicUrl, DEV_INBOX: "on", ENUMERATION_PROTECTION: "strict" });

const linksIn = (text: string) => text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]*/gi) ?? [];
const subjects = ["Verify your email address", "You already have an account", "Your password was changed"] as const;

/** Causes these emails to a new address, with the text in each field that a user enters; returns the address. */
async function givenAddressOfEveryEmail(entered: string): Promise<string> {
  const names = { firstName: entered, lastName: entered };
  const username = () => `evil.${crypto.randomUUID().slice(0, 8)}`;
  const owner = newPerson({
    email: `evil+&'=~${crypto.randomUUID().slice(0, 8)}@example.com`,
    username: username(),
  });
  const registered = await call(stack.url, "POST /api/auth/register", { body: { ...owner, ...names } });
  expect(registered.status).toBe(201);
  await verify(stack.url, owner.email);
  const again = newPerson({ email: owner.email, username: username() });
  await call(stack.url, "POST /api/auth/register", { body: { ...again, ...names } });
  const token = await signIn(stack.url, owner);
  const password = {
    currentPassword: owner.password,
    newPassword: "evil evil evil",
    confirmPassword: "evil evil evil",
  };
  const changed = await call(stack.url, "PUT /api/user/password", { token, body: password });
  expect(changed.status).toBe(200);
  return owner.email;
}

describe("text that a user entered", () => {
  const names = [
    '<img src="https://evil.example/pixel.gif" onerror="alert(1)">',
    "<script>alert('evil')</script>",
    '"><a href="https://evil.example">Verify here</a>',
    "[Verify here](https://evil.example/win)",
    "![](https://evil.example/pixel.gif)",
    "https://evil.example/win",
    "www.evil.example",
    "</body></html><evil>",
    "{{evil}} %{evil} <%= evil %> #{evil}",
    "&lt;evil&gt; &#101;vil",
    "**evil** `evil` ~evil~",
    "=?utf-8?q?evil?=",
    "evil\u00a0\u3000evil",
  ];

  it.each(names)("EV-08 is in no email, and no email loads anything: %j", async (typed) => {
    const address = await givenAddressOfEveryEmail(typed.slice(0, 100));

    const emails = await Promise.all(subjects.map((subject) => emailTo(stack.url, address, subject)));

    expect(emails.map(({ subject }) => subject)).toEqual(subjects);
    for (const { text, html } of emails) {
      for (const part of [text, html]) {
        expect(part.length).toBeGreaterThan(100);
        expect(part.replace(/token=[\w-]+/g, "")).not.toMatch(/evil/i);
        for (const link of linksIn(part)) expect(link).toMatch(/^https:\/\/id\.example\.com\//);
      }
      expect(html).not.toMatch(/<(?:img|script|link|iframe|object|embed|video|audio|svg|form|base|meta http-equiv)/i);
      expect(html).not.toMatch(/\b(?:src|srcset|background|poster|on\w+)\s*=|url\(|@import|javascript:|data:|cid:/i);
    }
  });
});
