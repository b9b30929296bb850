import { isCreatedForOwner } from "@attestory/events/account-events.ts";
import type { Link } from "../../accounts/link-token.ts";
import type { UserState } from "../../accounts/user-state.ts";
import { accountInWords } from "./account-in-words.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, linkOf } from "./email-context.ts";

const lapsedMeanwhile = "the registration lapsed meanwhile";

function reasonAgainstVerification({ id }: { id: string }, owner: UserState | null): string | null {
  const registered = owner?.status === "registered" ? owner : null;
  if (owner?.status === "lapsed") return lapsedMeanwhile;
  if (registered?.emailVerified) return "verified meanwhile";
  return registered?.verification.id === id ? null : "a newer letter was asked for";
}

/** The two links of every email of an unverified registration. */
const registrationLinks = ({ publicUrl, token }: EmailContext, link: Link) => ({
  action: {
    label: "Verify email address",
    url: `${publicUrl}/verify-email?token=${token("verify-email", link)}`,
  },
  footerLink: { label: "This wasn't me", url: `${publicUrl}/not-me?token=${token("not-me", link)}` },
});

const verification = (event: EventOfType<"UserRegistered" | "VerificationRequested">, context: EmailContext) =>
  emailTo(context.address, {
    subject: "Verify your email address",
    account: accountInWords(context.username, context.address),
    paragraphs: [
      "Someone, we hope you, created an Attestory account with this address.",
      "Open the link to verify it. It works for 24 hours.",
    ],
    footer: "If this wasn't you, do not open the link above. Without it, the account stays unusable.",
    ...registrationLinks(context, linkOf(event)),
  });

/** For a user who registered second and expects a link to their own account: this one leads to the first registration. */
const verificationAgain = (context: EmailContext, link: Link) =>
  emailTo(context.address, {
    subject: "Verify your email address",
    account: accountInWords(context.username, context.address),
    paragraphs: [
      "Someone registered this address with Attestory a second time within an hour. Only the first registration counts, with the password that was chosen then.",
      "If both were you, open the link to verify the first one. It works for 24 hours.",
    ],
    footer:
      "If you registered only once, the first registration was not yours: do not open the link above. Open the one below to remove that account, then register again.",
    ...registrationLinks(context, link),
  });

const alreadyRegistered = (to: string | null, { publicUrl, username }: EmailContext) =>
  emailTo(to, {
    subject: "You already have an account",
    account: accountInWords(username, to),
    paragraphs: [
      "Someone, perhaps you, tried to create an Attestory account with this address. It has one already, and nothing about it has changed.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    footer: "If this wasn't you, there is nothing to do.",
  });

export const registrationEmails: EmailTable = {
  UserRegistered: {
    kind: "verification",
    // Where a program or an admin created the account, its invitation verifies the address. The link for the first admin does, too.
    isRequested: (event) => !isCreatedForOwner(event) && event.causationId === null,
    pointless: reasonAgainstVerification,
    compose: verification,
  },
  VerificationRequested: { kind: "verification", pointless: reasonAgainstVerification, compose: verification },
  /** `createEmailRenderer` gives `pending` while the owner of the address is unverified. */
  DecoyRegistered: {
    kind: "already-registered",
    pointless: (_, owner) => (owner?.status === "lapsed" ? lapsedMeanwhile : null),
    compose: ({ data }, context) =>
      context.pending ? verificationAgain(context, context.pending) : alreadyRegistered(data.email, context),
  },
};
