import { accountInWords } from "./account-in-words.ts";
import { changeLink, originOf } from "./change-email.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, linkOf } from "./email-context.ts";

const asked = {
  "sign-in": {
    subject: "Your code for signing in",
    why: "Enter this code to sign in to your Attestory account:",
    footer:
      "If this wasn't you, someone knows the password of this account. Do not give the code to anyone, and open the link below.",
  },
  "step-up": {
    subject: "Your code to confirm that it is you",
    why: "Enter this code to confirm a change of your Attestory account:",
    footer:
      "If this wasn't you, someone is signed in to your account. Do not give the code to anyone, and open the link below.",
  },
} as const;

/** In two groups of four, as it is easier to read. Both forms are accepted. */
const grouped = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

function codeEmail(event: EventOfType<"EmailCodeRequested">, context: EmailContext) {
  const { subject, why, footer } = asked[event.data.purpose];
  return emailTo(context.address, {
    subject,
    account: accountInWords(context.username, context.address),
    paragraphs: [
      why,
      { code: grouped(context.code(linkOf(event))) },
      "It works once, within 10 minutes. A newer code replaces it.",
    ],
    details: originOf(event),
    footer,
    footerLink: changeLink(event, context, "account"),
  });
}

export const emailCodeEmails: EmailTable = {
  EmailCodeRequested: { kind: "email-code", compose: codeEmail },
};
