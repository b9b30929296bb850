import type { UserState } from "../../accounts/user-state.ts";
import { accountInWords } from "./account-in-words.ts";
import { changeEmail, changeLink, originOf } from "./change-email.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc, linkOf } from "./email-context.ts";

type ResetReason = EventOfType<"PasswordResetRequested">["data"]["reason"];

const reasons: Record<Exclude<ResetReason, "invited">, string> = {
  forgotten: "Someone, perhaps you, asked to set a new password for the Attestory account of this address.",
  "email-change-undone":
    "The change of your Attestory account's address was undone, and every device was signed out. The person who changed it may know your password.",
  forced:
    "An admin of this service ended the password of your Attestory account, and signed out every device. Choose a new password to sign in again.",
  disowned: "You said that a change of your Attestory account was not yours. Every device was signed out.",
};

/** A program created the account. Like the email of any registration, it lets the owner of the address refuse it. */
const invitation = (
  event: EventOfType<"PasswordResetRequested">,
  { address, username, publicUrl, token }: EmailContext,
) =>
  emailTo(address, {
    subject: "Choose a password for your account",
    account: accountInWords(username, address),
    paragraphs: [
      "An Attestory account was created for this address.",
      "Open the link to choose a password. It works once, and for seven days after the account was created. Until you choose one, nobody can sign in.",
    ],
    action: {
      label: "Choose a password",
      url: `${publicUrl}/reset-password?token=${token("reset-password", linkOf(event))}&first`,
    },
    footer: "If you do not want this account, open the link below and press the button: it removes the account.",
    footerLink: { label: "This wasn't me", url: `${publicUrl}/not-me?token=${token("not-me", linkOf(event))}` },
  });

const resetRequested = (event: EventOfType<"PasswordResetRequested">, context: EmailContext) =>
  event.data.reason === "invited" ? invitation(event, context) : resetLink(event, event.data.reason, context);

const resetLink = (
  event: EventOfType<"PasswordResetRequested">,
  reason: Exclude<ResetReason, "invited">,
  { address, username, publicUrl, token }: EmailContext,
) =>
  emailTo(address, {
    subject: "Set a new password",
    account: accountInWords(username, address),
    paragraphs: [
      reasons[reason],
      "Open the link to choose a new password. It works once, within 30 minutes, and signs out every device.",
    ],
    action: {
      label: "Set a new password",
      url: `${publicUrl}/reset-password?token=${token("reset-password", linkOf(event))}`,
    },
    footer:
      reason === "forgotten"
        ? "If this wasn't you, there is nothing to do: without the link, your password stays as it is."
        : "After 30 minutes, ask for another link: choose “Forgot password?” on the sign-in page.",
  });

function reasonAgainstReset({ id }: { id: string }, owner: UserState | null): string | null {
  if (owner?.status === "lapsed") return "the registration lapsed meanwhile";
  return owner?.status === "registered" && owner.reset?.id === id ? null : "the link is no longer valid";
}

const passwordReset = (event: EventOfType<"PasswordReset">, context: EmailContext) =>
  emailTo(context.addressThen, {
    subject: "Your password was reset",
    account: accountInWords(context.username, context.addressThen),
    paragraphs: [
      `A new password was set for your Attestory account on ${inUtc(event.recordedAt)}, with the link of an email to this address. Every device was signed out.`,
      "If this was you, there is nothing to do.",
    ],
    details: originOf(event),
    action: { label: "Sign in", url: `${context.publicUrl}/login` },
    footer:
      "If this wasn't you, someone reads your email: first change the password of your mailbox. Then open the link below within 72 hours and press the button: it signs out every device, ends the password, and sends you a link to choose a new one.",
    footerLink: changeLink(event, context, "account"),
  });

const confirmNewEmail = (event: EventOfType<"EmailChangeRequested">, { publicUrl, username, token }: EmailContext) =>
  event.data.taken
    ? emailTo(event.data.email, {
        subject: "You already have an account",
        // The other account, which the address belongs to.
        account: accountInWords(null, event.data.email),
        paragraphs: [
          "Someone, perhaps you, tried to use this address for another Attestory account. It has an account already, and nothing about it has changed.",
        ],
        action: { label: "Sign in", url: `${publicUrl}/login` },
        footer: "If this wasn't you, there is nothing to do.",
      })
    : emailTo(event.data.email, {
        subject: "Confirm your new email address",
        // Perhaps a stranger's: the username is all that this address may learn.
        account: accountInWords(username, null),
        paragraphs: [
          "Someone, we hope you, wants to use this address for their Attestory account.",
          "Open the link and press the button to confirm it. The link works for 24 hours. From then on, this address signs in.",
        ],
        action: {
          label: "Confirm the address",
          url: `${publicUrl}/confirm-email?token=${token("confirm-email", linkOf(event))}`,
        },
        footer: "If this wasn't you, do not open the link. Without it, nothing changes.",
      });

function reasonAgainstConfirmation({ id }: { id: string }, owner: UserState | null): string | null {
  const isPending = owner?.status === "registered" && owner.pendingEmail?.id === id;
  return isPending ? null : "the link is no longer valid";
}

const announceEmailChange = (event: EventOfType<"EmailChangeAnnounced">, context: EmailContext) =>
  changeEmail(
    event,
    { ...context, addressThen: event.data.email },
    {
      subject: "Your email address is about to change",
      happened: (time) => `A new address was asked for your Attestory account on ${time}.`,
      consequence: "This address stays yours until the link that we sent to the new one is opened.",
    },
  );

const emailChanged = (event: EventOfType<"EmailChanged">, { publicUrl, username, token }: EmailContext) =>
  emailTo(event.data.formerEmail, {
    subject: "Your email address was changed",
    account: accountInWords(username, event.data.formerEmail),
    paragraphs: [
      `Your Attestory account has had another email address since ${inUtc(event.recordedAt)}. This address no longer signs in.`,
      "If this was you, there is nothing to do.",
      "If it wasn't you, undo the change within 72 hours: open the link and press the button. This address then signs in again, every device is signed out, and you get a link to choose a new password.",
    ],
    details: originOf(event),
    action: { label: "Undo the change", url: `${publicUrl}/undo-email?token=${token("undo-email", linkOf(event))}` },
    footer: "We never ask for your password by email.",
  });

export const recoveryEmails: EmailTable = {
  EmailChangeRequested: {
    kind: "confirm-email",
    pointless: reasonAgainstConfirmation,
    compose: confirmNewEmail,
  },
  EmailChangeAnnounced: { kind: "email-change-announced", compose: announceEmailChange },
  EmailChanged: { kind: "email-changed", compose: emailChanged },
  PasswordResetRequested: { kind: "password-reset", pointless: reasonAgainstReset, compose: resetRequested },
  PasswordReset: { kind: "password-was-reset", compose: passwordReset },
};
