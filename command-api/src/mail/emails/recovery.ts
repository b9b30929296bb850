import type { UserState } from "../../accounts/user-state.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc, linkOf } from "./email-context.ts";

const reasons: Record<EventOfType<"PasswordResetRequested">["data"]["reason"], string> = {
  forgotten: "Someone, perhaps you, asked to set a new password for the Attestory account of this address.",
  "email-change-undone":
    "The change of your Attestory account's address was undone, and every device was signed out. Whoever changed it may know your password.",
  disowned: "You told us that a change of your Attestory account was not yours. Every device was signed out.",
};

const resetRequested = (event: EventOfType<"PasswordResetRequested">, { address, publicUrl, token }: EmailContext) =>
  emailTo(address, {
    subject: "Set a new password",
    paragraphs: [
      reasons[event.data.reason],
      "Open the link to choose a new password. It works once, within 30 minutes, and signs out every device.",
    ],
    action: {
      label: "Set a new password",
      url: `${publicUrl}/reset-password?token=${token("reset-password", linkOf(event))}`,
    },
    footer:
      event.data.reason === "forgotten"
        ? "If this wasn't you, there is nothing to do: without the link, your password stays as it is."
        : "After 30 minutes, ask for another link: choose “Forgot password?” on the sign-in page.",
  });

function reasonAgainstReset({ id }: { id: string }, owner: UserState | null): string | null {
  if (owner?.status === "lapsed") return "the registration lapsed meanwhile";
  return owner?.status === "registered" && owner.reset?.id === id ? null : "the link is no longer valid";
}

const passwordReset = ({ recordedAt }: EventOfType<"PasswordReset">, { address, publicUrl }: EmailContext) =>
  emailTo(address, {
    subject: "Your password was reset",
    paragraphs: [
      `A new password was set for your Attestory account on ${inUtc(recordedAt)}, with the link of an email to this address. Every device was signed out.`,
      "If this was you, there is nothing to do.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    footer:
      "If this wasn't you, someone reads your email: change the password of your mailbox, then set a new one here.",
  });

export const recoveryEmails: EmailTable = {
  PasswordResetRequested: { kind: "password-reset", pointless: reasonAgainstReset, compose: resetRequested },
  PasswordReset: { kind: "password-was-reset", compose: passwordReset },
};
