import type { UserState } from "../../accounts/user-state.ts";
import { accountInWords } from "./account-in-words.ts";
import { changeEmail, originOf } from "./change-email.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc, linkOf } from "./email-context.ts";

/** The kind of the email whose address has a key of its own, which goes once this email was sent or given up. */
export const receiptKind = "erasure-receipt";

function requested(event: EventOfType<"ErasureRequested">, context: EmailContext) {
  const { addressThen, username, publicUrl, token } = context;
  return emailTo(addressThen, {
    subject: "Your account will be deleted",
    account: accountInWords(username, addressThen),
    paragraphs: [
      `The deletion of your Attestory account was requested on ${inUtc(event.recordedAt)}. The account is shut: every device is signed out, and applications no longer have access.`,
      `On ${inUtc(new Date(event.data.erasesAt))}, your data is erased for good. Until then, you can keep the account.`,
    ],
    details: originOf(event),
    action: {
      label: "Keep my account",
      url: `${publicUrl}/keep-account?token=${token("keep-account", linkOf(event))}`,
    },
    footer:
      "If this wasn't you, keep the account, set a new password, and remove passkeys that are not yours: the person who asked for this was signed in to your account. If it was you, there is nothing to do.",
  });
}

const isPointless = ({ id }: { id: string }, owner: UserState | null): string | null =>
  owner?.status === "registered" && owner.erasure?.id === id ? null : "the account is kept, or was erased";

const cancelled = (event: EventOfType<"ErasureCancelled">, context: EmailContext) =>
  changeEmail(event, context, {
    subject: "Your account is kept",
    happened: (time) => `On ${time}, the deletion of your Attestory account was taken back.`,
    consequence: "Sign in as before. Applications ask you again, and API keys have to be made anew.",
  });

const receipt = (event: EventOfType<"PersonErased">, { receiptAddress }: EmailContext) =>
  emailTo(receiptAddress ?? null, {
    subject: "Your account was deleted",
    account: null,
    paragraphs: [
      "Your Attestory account was deleted, and your data was erased: the key that opens it was destroyed, so nobody can read it in the records of this service any more. Backups from before may have a copy of that key until the operator deletes them.",
      "This is your receipt. Keep it: the numbers below let the operator of this service prove when your data was erased, without knowing who you were. The service forgets this address now.",
    ],
    details: [
      { label: "Erased", value: inUtc(event.recordedAt) },
      ...(event.data.requestedAt ? [{ label: "Requested", value: inUtc(new Date(event.data.requestedAt)) }] : []),
      { label: "Receipt", value: event.data.receiptId },
      { label: "Account number", value: event.data.userId },
      { label: "Event of the log", value: event.id },
    ],
    footer: "Your address and your username are free again. Nobody sends you anything from now on.",
  });

export const erasureEmails: EmailTable = {
  ErasureRequested: { kind: "erasure-requested", pointless: isPointless, compose: requested },
  ErasureCancelled: { kind: "erasure-cancelled", compose: cancelled },
  PersonErased: { kind: receiptKind, compose: receipt },
};
