import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Link, LinkKind } from "../accounts/link-token.ts";
import { composeEmail, type Email } from "./email.ts";

/** What an email needs besides its event. */
export interface EmailContext {
  /** Without a trailing slash. Links are built from this alone, never from a request. */
  publicUrl: string;
  token(kind: LinkKind, link: Link): string;
  /** The recipient, if the event itself does not name one; null if the person was erased. */
  address: string | null;
}

/** The kind of email that each event requests. Every other event requests none. */
const kinds = {
  UserRegistered: "verification",
  VerificationRequested: "verification",
  DecoyRegistered: "already-registered",
  PasswordChanged: "password-changed",
  UnlockOffered: "unlock",
} as const;
type RequestsEmail = keyof typeof kinds;
export type EmailKind = (typeof kinds)[RequestsEmail];

export const emailKind = (type: string): EmailKind | null => (type in kinds ? kinds[type as RequestsEmail] : null);

/** Pure: the same event gives the same email, so a lost queue and the dev inbox are rebuilt from the log. */
export function emailFor(event: RecordedEvent, context: EmailContext): Email | null {
  const { publicUrl, address } = context;
  switch (event.type) {
    case "UserRegistered":
    case "VerificationRequested":
      return address === null
        ? null
        : verification(address, `${publicUrl}/verify-email?token=${context.token("verify-email", linkOf(event))}`);
    case "DecoyRegistered":
      return event.data.email === null ? null : alreadyRegistered(event.data.email, publicUrl);
    case "PasswordChanged":
      return address === null ? null : passwordChanged(address, publicUrl, event.recordedAt);
    case "UnlockOffered":
      return address === null
        ? null
        : unlock(address, `${publicUrl}/unlock?token=${context.token("unlock", linkOf(event))}`, event.recordedAt);
    default:
      return null;
  }
}

const linkOf = ({ id, data }: { id: string; data: { userId: string } }): Link => ({ userId: data.userId, eventId: id });

const verification = (to: string, url: string) =>
  composeEmail({
    to,
    subject: "Verify your email address",
    paragraphs: [
      "Someone, we hope you, created an Attestory account with this address.",
      "Open the link to verify it. It works for 24 hours.",
    ],
    action: { label: "Verify email address", url },
    footer: "If this wasn't you, do nothing: without the link the account stays unusable.",
  });

const alreadyRegistered = (to: string, publicUrl: string) =>
  composeEmail({
    to,
    subject: "You already have an account",
    paragraphs: [
      "Someone, perhaps you, tried to create an Attestory account with this address. It has one already, and nothing about it has changed.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    footer: "If this wasn't you, there is nothing to do.",
  });

const passwordChanged = (to: string, publicUrl: string, at: Date) =>
  composeEmail({
    to,
    subject: "Your password was changed",
    paragraphs: [
      `The password of your Attestory account was changed on ${inUtc(at)}. Every other device was signed out.`,
      "If this was you, there is nothing to do.",
    ],
    action: { label: "Look at your sessions", url: `${publicUrl}/dashboard` },
    footer: "If this wasn't you, someone knows your old password: contact the operator of this service at once.",
  });

const unlock = (to: string, url: string, at: Date) =>
  composeEmail({
    to,
    subject: "Someone tries to sign in to your account",
    paragraphs: [
      `Someone, perhaps you, has given many wrong passwords for your Attestory account, the last one on ${inUtc(at)}. None of these attempts got in.`,
      "New devices must now wait between attempts, up to 15 minutes. Devices on which you have signed in before need not wait.",
      "To sign in on a new device without waiting, open this link on that device and press the button. The link works once, within 24 hours.",
    ],
    action: { label: "Sign in without waiting", url },
    footer: "If you do not want to sign in now, there is nothing to do. We never ask for your password by email.",
  });

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
