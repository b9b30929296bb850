import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { describe, expect, it } from "vitest";
import { juniperMail } from "../../testing/juniper-mail.ts";
import { emailFor, emailKind } from "../emails.ts";
import type { EmailContext } from "./email-context.ts";

const eventId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const otherId = "9d5d2b1c-7a44-4a0e-8f3b-6c1b2e3d4f55";
const at = new Date("2026-03-02T10:00:00.000Z");
const context: EmailContext = {
  ...juniperMail,
  token: (kind) => `${kind}-token`,
  changeToken: ({ eventId: cause, at: time }) => `change-of-${cause}-${time.getTime()}`,
  code: () => "01234567",
};
const origin = {
  ip: "203.0.113.77",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

/** The sample event of a type, as its owner caused it. */
function change(type: string, actorId?: string): RecordedEvent {
  const sample = sampleEvents().find(({ event }) => event.type === type);
  if (!sample || !("userId" in sample.event.data)) throw new Error(`no sample of ${type}`);
  const actor = { kind: "user", id: actorId ?? sample.event.data.userId } as const;
  return { ...recorded(sample.event, { recordedAt: at, id: eventId, actor }), ...origin };
}

const subjects = {
  PasswordChanged: "Your password was changed",
  PasswordRemoved: "Your password was removed",
  TwoFactorEnabled: "Two-factor authentication was enabled",
  TwoFactorDisabled: "Two-factor authentication was disabled",
  RecoveryCodesIssued: "You have new recovery codes",
  RecoveryCodeUsed: "A recovery code was used",
  CodesLocked: "Too many wrong codes for your account",
  HardwareKeyAdded: "A hardware key was added to your account",
  HardwareKeyRemoved: "A hardware key was removed from your account",
  UsernameChanged: "Your username was changed",
  RolesChanged: "Your roles were changed",
  ConsentGranted: "An application was connected to your account",
};

/** Emails of other forms. */
const others = [
  "PasswordResetRequested",
  "PasswordReset",
  "EmailChangeRequested",
  "EmailChangeAnnounced",
  "EmailChanged",
  "EmailCodeRequested",
  "HardwareKeySignCountWentBack",
];

describe("the email about a change", () => {
  it.each(Object.entries(subjects))("SE-15 reports %s: %s", (type, subject) => {
    const email = emailFor(change(type), context);
    expect(emailKind(change(type))).not.toBeNull();
    expect(email).toMatchObject({ to: "juniper@example.com", subject });
    expect(email?.text).toContain("2026-03-02 at 10:00 UTC");
    expect(email?.text).toContain("Device: Firefox on Linux\nNetwork (approximate): 203.0.113.0/24\n");
    expect(email?.text).toContain(`https://id.example.com/not-me?token=change-of-${eventId}-${at.getTime()}&change=`);
  });

  it.each([...Object.keys(subjects), ...others])(
    "EV-08 shows nothing in the email about %s that a user submitted",
    (type) => {
      const { text = "", html = "" } = emailFor(change(type), context) ?? {};
      expect(text).toContain("Attestory");
      const { data } = change(type);
      const submitted = ["name", "username"].flatMap((field) => (field in data ? [String(Object(data)[field])] : []));
      for (const words of submitted) expect(text + html).not.toContain(words);
      expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/i);
    },
  );

  it("SE-15 names the factor that disowning the change removes", () => {
    const linkOf = (type: string) => /&change=(\S+)/.exec(emailFor(change(type), context)?.text ?? "")?.[1];
    expect(["TwoFactorEnabled", "HardwareKeyAdded", "PasswordChanged"].map(linkOf)).toEqual([
      "totp",
      "hardware-key",
      "account",
    ]);
  });

  it("SE-15 does not show the owner where an admin was", () => {
    expect(emailFor(change("RolesChanged", otherId), context)?.text).not.toContain("Network");
  });

  it("reports an application when it is connected, and not when it is allowed more", () => {
    const connected = change("ConsentGranted");
    const more = { ...connected, data: { ...connected.data, isNew: false } } as RecordedEvent;
    expect([emailKind(connected), emailKind(more)]).toEqual(["application-connected", null]);
    expect(emailFor(connected, context)?.text).not.toContain("Ledgerline");
  });

  it("TF-03 reports a lock only if the event asks for an email", () => {
    const locked = change("CodesLocked");
    const quiet = { ...locked, data: { ...locked.data, notify: false } } as RecordedEvent;
    expect([emailKind(locked), emailKind(quiet)]).toEqual(["codes-locked", null]);
  });
});
