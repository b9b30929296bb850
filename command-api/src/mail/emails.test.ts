import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import { describe, expect, it } from "vitest";
import { juniperMail } from "../testing/juniper-mail.ts";
import type { EmailContext } from "./emails/email-context.ts";
import { emailFor, emailKind } from "./emails.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const eventId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const at = new Date("2026-03-02T10:00:00.000Z");
const context: EmailContext = {
  ...juniperMail,
  token: (kind, { userId: user, eventId: event }) => `${kind}-of-${user}-${event}`,
  changeToken: ({ userId: user, eventId: event, at: time }) => `change-of-${user}-${event}-${time.getTime()}`,
  code: () => "01234567",
};
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const notMeUrl = `https://id.example.com/not-me?token=change-of-${userId}-${eventId}-${at.getTime()}`;
const submitted = '<b onclick="x">Juniper</b> [click](https://evil.example) https://evil.example';
const account = {
  userId,
  email: "juniper@example.com",
  username: "juniper",
  firstName: submitted,
  lastName: submitted,
};
const registered = recorded(
  { type: "UserRegistered", data: { ...account, passwordHash: "hash" } },
  { recordedAt: at, id: eventId },
);
const decoy = recorded({ type: "DecoyRegistered", data: { ...account, ownerId: eventId } }, { recordedAt: at });
const changed = {
  ...recorded(
    { type: "PasswordChanged", data: { userId, passwordHash: "hash", keptSession: null } },
    { recordedAt: at, id: eventId },
  ),
  ip: "203.0.113.77",
  userAgent: firefox,
};
const signIn = (newDevice: boolean) => ({
  ...recorded(
    {
      type: "SessionStarted",
      data: sampleSession({ sessionId: eventId, userId, newDevice }),
    },
    { recordedAt: at, id: eventId },
  ),
  userAgent: firefox,
});
const signedIn = signIn(true);
const codeAsked = recorded(
  { type: "EmailCodeRequested", data: { userId, purpose: "sign-in" } },
  { recordedAt: at, id: eventId },
);
const offered = recorded({ type: "UnlockOffered", data: { userId } }, { recordedAt: at, id: eventId });

describe("an email", () => {
  it("contains the verification link of its event as text and as HTML", () => {
    const url = `https://id.example.com/verify-email?token=verify-email-of-${userId}-${eventId}`;
    const email = emailFor(registered, context);
    expect(email).toMatchObject({ to: "juniper@example.com", subject: "Verify your email address" });
    expect(email?.text).toContain(`\n${url}\n`);
    expect(email?.html).toContain(`href="${url}"`);
  });

  it("EV-08 contains nothing that a user submitted, so no name can smuggle in markup or a link", () => {
    for (const event of [registered, decoy, changed, offered, signedIn, codeAsked]) {
      const email = emailFor(event, context);
      expect(email).not.toBeNull();
      expect(JSON.stringify(email)).not.toMatch(/evil|onclick|Juniper<|<b /);
    }
  });

  it("EV-08 loads no external content, and links only to our own origin", () => {
    for (const event of [registered, decoy, changed, offered, signedIn, codeAsked]) {
      const { html = "" } = emailFor(event, context) ?? {};
      expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
      for (const [, url = ""] of html.matchAll(/href="([^"]*)"/g)) expect(new URL(url).origin).toBe(context.publicUrl);
    }
  });

  it("tells the owner that the address has an account, or that the password was changed", () => {
    expect(emailFor(decoy, context)?.subject).toBe("You already have an account");
    const email = emailFor(changed, context);
    expect(email?.subject).toBe("Your password was changed");
    expect(email?.text).toContain("2026-03-02 at 10:00 UTC");
  });

  it("SE-15 says of a change when it happened, from which device and network, and how to disown it", () => {
    const { text = "", html = "" } = emailFor(changed, context) ?? {};
    expect(text).toContain("The password of your Attestory account was changed on 2026-03-02 at 10:00 UTC.");
    expect(text).toContain(
      "Time: 2026-03-02 at 10:00 UTC\nDevice: Firefox on Linux\nNetwork (approximate): 203.0.113.0/24\n",
    );
    expect(text).toContain(`This wasn't me:\n${notMeUrl}&change=account`);
    expect(html).toContain(`href="${notMeUrl}&amp;change=account"`);
  });

  it("SE-15 reports a sign-in in a new browser only", () => {
    expect(emailFor(signedIn, context)?.subject).toBe("New sign-in to your account");
    expect(emailKind(signedIn)).toBe("new-device");
    expect(emailKind(signIn(false))).toBeNull();
  });

  it("AU-16 shows a code in two groups of four, and how to disown it", () => {
    const { text = "", subject } = emailFor(codeAsked, context) ?? {};
    expect(subject).toBe("Your code for signing in");
    expect(text).toContain("\n0123 4567\n");
    expect(text).toContain(notMeUrl);
  });

  it("EV-08 shows no words of a user agent that names no known browser", () => {
    const email = emailFor({ ...changed, userAgent: "Call evil.example now/1.0 (x) y" }, context);
    expect(email?.text).toContain("Device: Unknown device\n");
    expect(JSON.stringify(email)).not.toContain("evil");
  });

  it("A3 AU-06 tells who registers a pending address that its link verifies the first registration, not theirs", () => {
    const pending = { userId: eventId, eventId: userId };
    const email = emailFor(decoy, { ...context, pending });
    expect(email?.subject).toBe("Verify your email address");
    expect(email?.text).toContain("Only the first registration counts, with the password that was chosen then.");
    expect(email?.text).toContain("If you registered only once, the first registration was not yours");
    const firstOwn = emailFor(registered, { ...context, token: (kind) => `${kind}-of-${eventId}-${userId}` });
    const linksIn = (text = "") => [...text.matchAll(/^https:.*$/gm)].map(([url]) => url);
    expect(linksIn(email?.text)).toEqual(linksIn(firstOwn?.text));
    expect(linksIn(email?.text)).toHaveLength(2);
  });

  it("A6 tells the owner about many wrong passwords, and contains a link to sign in without waiting", () => {
    const email = emailFor(offered, context);
    expect(email).toMatchObject({ to: context.address, subject: "Someone is trying to sign in to your account" });
    expect(email?.text).toContain("2026-03-02 at 10:00 UTC");
    expect(email?.text).toContain(`\nhttps://id.example.com/unlock?token=unlock-of-${userId}-${eventId}\n`);
  });

  it("is the same each time it is rendered", () => {
    expect(emailFor(registered, context)).toEqual(emailFor(registered, context));
  });

  it("is not rendered for an erased person", () => {
    expect(emailFor(registered, { ...context, address: null })).toBeNull();
  });
});
