import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Email } from "../email.ts";
import { accountInWords } from "./account-in-words.ts";
import { announcedInWords, changesInWords, safeName } from "./application-changes.ts";
import { isByDocument } from "./document-changes.ts";
import { type EmailContext, type EmailTable, emailTo, inUtc } from "./email-context.ts";

interface Reported {
  subject: string;
  /** After the application, before the time. */
  happened: string;
  name: string;
  consequences: readonly string[];
}

/** To the owner of an application, or to the former one, about what was done to it. Its links change nothing. */
function reportTo(
  event: RecordedEvent,
  { addressThen, username, publicUrl }: EmailContext,
  reported: Reported,
): Email | null {
  const ownerId = "userId" in event.data ? event.data.userId : event.person;
  const by = doneBy(event, ownerId);
  return emailTo(addressThen, {
    subject: reported.subject,
    account: accountInWords(username, addressThen),
    paragraphs: [
      `Your application${safeName(reported.name)} ${reported.happened}${by.words} on ${inUtc(event.recordedAt)}.`,
      ...reported.consequences,
      "If you know about this, there is nothing to do.",
    ],
    action: { label: "Look at your applications", url: `${publicUrl}/dashboard/developer` },
    footer: by.footer,
    footerLink: { label: "Your activity", url: `${publicUrl}/dashboard/activity` },
  });
}

const byItself = " by itself, with its registration access token,";
/** Whether the application used the token of its registration (RFC 7592). */
const isByItself = ({ actor }: RecordedEvent): boolean => actor.kind === "client";

const byDocument = {
  words: ", because its metadata document was,",
  footer:
    "The host of its client id decides what the document says. If the change is not right, remove the client source or suspend the application, or ask your admin to do so. At most three such emails a day are sent about an application; your activity has every change.",
};

/** Who did it, after what happened, and what the owner does if it was wrong. */
function doneBy(event: RecordedEvent, ownerId: string | null): { words: string; footer: string } {
  if (isByDocument(event)) return byDocument;
  if (isByItself(event)) {
    const footer =
      "If you do not know about this, end the registration access of the application, and look at your other applications.";
    return { words: byItself, footer };
  }
  if (event.actor.kind === "user" && event.actor.id !== ownerId) {
    return { words: " by an admin", footer: "If you do not know why, ask your admin." };
  }
  const footer =
    "If you do not know about this, secure your account: open the activity page, and say that it was not you.";
  return { words: "", footer };
}

export const applicationEmails: EmailTable = {
  ApplicationChanged: {
    kind: "application-changed",
    compose: (event, context) => {
      const { settingsBefore: before } = context;
      return reportTo(event, context, {
        subject: "An application of yours was changed",
        happened: "was changed",
        // The former one: who changed the application may have chosen the new one.
        name: before?.name ?? "",
        consequences: before ? changesInWords(before, event.data) : [],
      });
    },
  },
  ClientSecretRotated: {
    kind: "client-secret-rotated",
    compose: (event, context) =>
      reportTo(event, context, {
        subject: "An application of yours has a new client secret",
        happened: "was given a new client secret",
        name: event.data.name,
        consequences: event.data.formerUntil
          ? [`The former one works until ${inUtc(new Date(event.data.formerUntil))}.`]
          : ["The former one no longer works."],
      }),
  },
  ApplicationDeleted: {
    kind: "application-deleted",
    compose: (event, context) =>
      reportTo(event, context, {
        subject: "An application of yours was deleted",
        happened: "was deleted",
        name: event.data.name,
        consequences: ["Its codes and tokens no longer work, and nothing brings it back."],
      }),
  },
  ApplicationTrustChanged: {
    kind: "application-trust-changed",
    compose: (event, context) =>
      reportTo(event, context, {
        subject: `An application of yours is ${event.data.trusted ? "trusted now" : "no longer trusted"}`,
        happened: event.data.trusted ? "was trusted" : "had its trust taken away",
        name: event.data.name,
        consequences: event.data.trusted
          ? ["It no longer asks its users for their consent."]
          : ["It asks its users for their consent again. The codes and tokens that rested on trust no longer work."],
      }),
  },
  TrustedApplicationChangeAnnounced: {
    kind: "trusted-application-changed",
    pointless: (_, admin) =>
      admin?.status === "registered" && admin.isAdmin && admin.isActive ? null : "no longer an active admin",
    compose: (event, { addressThen, username, publicUrl }) =>
      emailTo(addressThen, {
        subject: "A trusted application was changed",
        account: accountInWords(username, addressThen),
        paragraphs: [
          `The application${safeName(event.data.name)} was changed${isByItself(event) ? byItself : " by its owner"} on ${inUtc(event.recordedAt)}.`,
          ...announcedInWords(event.data),
          "It asks its users for no consent. If the change is not right, end the trust in it or suspend it, and ask its owner.",
        ],
        action: { label: "Look at the applications", url: `${publicUrl}/admin/access` },
        footer: "You get this email because you are an admin. The activity of the owner names the redirect URIs.",
      }),
  },
  ApplicationHandOverAnnounced: {
    kind: "application-given-up",
    compose: (event, context) =>
      reportTo(event, context, {
        subject: "An application of yours was handed over",
        happened: "was handed over to another developer",
        name: event.data.name,
        consequences: ["It is no longer yours. Its users, its tokens and its client secret stay."],
      }),
  },
  /** The name of the application is not shown: another developer chose it. */
  ApplicationHandedOver: {
    kind: "application-handed-over",
    compose: ({ recordedAt }, { addressThen, username, publicUrl }) =>
      emailTo(addressThen, {
        subject: "An application was handed over to you",
        account: accountInWords(username, addressThen),
        paragraphs: [
          `An admin handed an application over to your Attestory account on ${inUtc(recordedAt)}.`,
          "It goes on as before: its users, its tokens and its client secret stay. Its former owner may know the secret, so give the application another one.",
        ],
        action: { label: "Look at your applications", url: `${publicUrl}/dashboard/developer` },
        footer:
          "You get this email because the application is yours from now on. If you do not know it, ask your admin.",
      }),
  },
};
