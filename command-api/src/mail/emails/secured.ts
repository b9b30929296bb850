import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { accountInWords } from "./account-in-words.ts";
import { changeLink, originOf } from "./change-email.ts";
import { type EmailContext, type EmailTable, type EventOfType, emailTo, inUtc, linkOf } from "./email-context.ts";

const inWords: Readonly<Record<SecuredPart, string>> = {
  password: "your password",
  sessions: "every session and the access of applications",
  consents: "what you had allowed applications: each asks again",
  apiKeys: "your API keys",
  hardwareKeys: "your hardware keys and passkeys",
  twoFactor: "your authenticator app and recovery codes",
  trustedBrowsers: "the trust in every browser",
};

const otherSessions = "every session but the one that asked for it, and the access of applications";

const aboutLink =
  "Open the link to choose a new password. It works once, within 30 minutes, and signs out every device.";

/** Only the email about a deactivated account has no link. */
const withoutLink =
  "The account was deactivated then, so this email has no link to choose a new password. Once the account is active again, choose “Forgot password?” on the sign-in page.";

/** What lets someone in goes to the address of now, and what only tells of the event to that of then. */
function secured(event: EventOfType<"AccountSecured">, context: EmailContext) {
  const { publicUrl, token, address, addressThen, username } = context;
  const { ended = [], keptSession, sendsLink = false } = event.data;
  const isByAdmin = event.actor.kind === "user" && event.actor.id !== event.data.userId;
  const words = { ...inWords, ...(keptSession && { sessions: otherSessions }) };
  const to = sendsLink ? address : addressThen;
  return emailTo(to, {
    subject: "Your account was secured",
    account: accountInWords(username, to),
    paragraphs: [
      `${isByAdmin ? "An admin of this service" : "You"} secured your Attestory account on ${inUtc(event.recordedAt)}.`,
      `As far as your account had them, these have ended: ${ended.map((part) => words[part]).join("; ")}.`,
      ...(sendsLink ? [aboutLink] : []),
      ...(!sendsLink && ended.includes("password") ? [withoutLink] : []),
    ],
    details: originOf(event),
    action: sendsLink
      ? {
          label: "Set a new password",
          url: `${publicUrl}/reset-password?token=${token("reset-password", linkOf(event))}`,
        }
      : { label: "Look at your account", url: `${publicUrl}/dashboard` },
    ...(sendsLink || isByAdmin ? footerWithout(sendsLink) : footerAgainst(event, context)),
  });
}

const footerWithout = (sendsLink: boolean) => ({
  footer: sendsLink
    ? "After 30 minutes, ask for another link: choose “Forgot password?” on the sign-in page."
    : "If you did not expect this, contact the operator of this service.",
});

const footerAgainst = (event: EventOfType<"AccountSecured">, context: EmailContext) => ({
  footer:
    "If this wasn't you, open the link below within 72 hours and press the button: it signs out every device, ends your password, and sends you a link to choose a new one.",
  footerLink: changeLink(event, context, "account"),
});

export const securedEmails: EmailTable = {
  AccountSecured: {
    kind: "account-secured",
    // The other ways to secure an account send a link of their own.
    isRequested: ({ data }) => data.ended !== undefined,
    compose: secured,
  },
};
