import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Link, LinkKind } from "../accounts/link-token.ts";
import { composeEmail, type Email, type EmailParts } from "./email.ts";

/** What an email needs besides its event. */
export interface EmailContext {
  /** Without a trailing slash. Links are built from this alone, never from a request. */
  publicUrl: string;
  token(kind: LinkKind, link: Link): string;
  /** The recipient, if the event itself does not name one; null if the person was erased. */
  address: string | null;
  /** For a decoy: the unverified registration that holds its address. An email with its links is sent instead. */
  pending?: Link | null;
}

/** The kind of email that each event requests. Every other event requests none. A decoy may get a verification email instead. */
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
  switch (event.type) {
    case "UserRegistered":
    case "VerificationRequested":
      return verification(context, linkOf(event));
    case "DecoyRegistered":
      return context.pending
        ? verificationAgain(context, context.pending)
        : alreadyRegistered(event.data.email, context.publicUrl);
    case "PasswordChanged":
      return passwordChanged(context, event.recordedAt);
    case "UnlockOffered":
      return unlock(context, linkOf(event), event.recordedAt);
    default:
      return null;
  }
}

const linkOf = ({ id, data }: { id: string; data: { userId: string } }): Link => ({ userId: data.userId, eventId: id });

/** An email to this address, or null if the person was erased. */
const emailTo = (to: string | null, parts: Omit<EmailParts, "to">): Email | null =>
  to === null ? null : composeEmail({ to, ...parts });

/** The two links of every email of an unverified registration. */
const registrationLinks = ({ publicUrl, token }: EmailContext, link: Link) => ({
  action: {
    label: "Verify email address",
    url: `${publicUrl}/verify-email?token=${token("verify-email", link)}`,
  },
  footerLink: { label: "This wasn't me", url: `${publicUrl}/not-me?token=${token("not-me", link)}` },
});

const verification = (context: EmailContext, link: Link) =>
  emailTo(context.address, {
    subject: "Verify your email address",
    paragraphs: [
      "Someone, we hope you, created an Attestory account with this address.",
      "Open the link to verify it. It works for 24 hours.",
    ],
    footer: "If this wasn't you, do not open the link above. Without it, the account stays unusable.",
    ...registrationLinks(context, link),
  });

/** For a user who registered second and expects a link to their own account: this one leads to the first registration. */
const verificationAgain = (context: EmailContext, link: Link) =>
  emailTo(context.address, {
    subject: "Verify your email address",
    paragraphs: [
      "Someone registered this address with Attestory a second time within an hour. Only the first registration counts, with the password that was chosen then.",
      "If both were you, open the link to verify the first one. It works for 24 hours.",
    ],
    footer:
      "If you registered only once, the first registration was not yours: do not open the link above. Open the one below to remove that account, then register again.",
    ...registrationLinks(context, link),
  });

const alreadyRegistered = (to: string | null, publicUrl: string) =>
  emailTo(to, {
    subject: "You already have an account",
    paragraphs: [
      "Someone, perhaps you, tried to create an Attestory account with this address. It has one already, and nothing about it has changed.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    footer: "If this wasn't you, there is nothing to do.",
  });

const passwordChanged = ({ address, publicUrl }: EmailContext, at: Date) =>
  emailTo(address, {
    subject: "Your password was changed",
    paragraphs: [
      `The password of your Attestory account was changed on ${inUtc(at)}. Every other device was signed out.`,
      "If this was you, there is nothing to do.",
    ],
    action: { label: "Look at your sessions", url: `${publicUrl}/dashboard` },
    footer: "If this wasn't you, someone knows your old password: contact the operator of this service at once.",
  });

const unlock = ({ address, publicUrl, token }: EmailContext, link: Link, at: Date) =>
  emailTo(address, {
    subject: "Someone is trying to sign in to your account",
    paragraphs: [
      `Someone, perhaps you, has given many wrong passwords for your Attestory account, the last one on ${inUtc(at)}. None of these attempts got in.`,
      "New devices must now wait between attempts, up to 15 minutes. Devices on which you have signed in before need not wait.",
      "To sign in on a new device without waiting, open this link on that device and press the button. The link works once, within 24 hours.",
    ],
    action: { label: "Sign in without waiting", url: `${publicUrl}/unlock?token=${token("unlock", link)}` },
    footer: "If you do not want to sign in now, there is nothing to do. We never ask for your password by email.",
  });

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
