import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import type { Email } from "../email.ts";
import type { Detail } from "../email-parts.ts";
import { accountInWords } from "./account-in-words.ts";
import { type EmailContext, emailTo, inUtc } from "./email-context.ts";

/** What the page of "This wasn't me" says it will undo besides ending sessions. It grants nothing. */
export type ChangeKind = "account" | "totp" | "hardware-key";

interface ChangeEmail {
  subject: string;
  /** A sentence that ends with the time. */
  happened: (time: string) => string;
  /** What follows from it. */
  consequence?: string;
  kind?: ChangeKind;
}

type OwnedEvent = RecordedEvent & { data: { userId: string } };

/**
 * An email about a change that matters, to the account's address of then: what happened, when and from where, and a link for an owner who
 * did not do it.
 */
export function changeEmail(event: OwnedEvent, context: EmailContext, change: ChangeEmail): Email | null {
  const { subject, happened, consequence, kind = "account" } = change;
  return emailTo(context.addressThen, {
    subject,
    account: accountInWords(context.username, context.addressThen),
    paragraphs: [
      happened(inUtc(event.recordedAt)),
      ...(consequence ? [consequence] : []),
      "If this was you, there is nothing to do.",
    ],
    details: originOf(event),
    action: { label: "Look at your account", url: `${context.publicUrl}/dashboard` },
    footer:
      "If this wasn't you, open the link below within 72 hours and press the button: it signs out every device, ends your password, and sends you a link to choose a new one.",
    footerLink: changeLink(event, context, kind),
  });
}

/** The link for an owner who did not cause the event. */
export function changeLink({ id, data, recordedAt }: OwnedEvent, context: EmailContext, kind: ChangeKind) {
  const token = context.changeToken({ userId: data.userId, eventId: id, at: recordedAt });
  return { label: "This wasn't me", url: `${context.publicUrl}/not-me?token=${token}&change=${kind}` };
}

/**
 * When and from where. Only names that are known and the network are shown, never text that the client sent. Only the time for what the
 * service or another user did: an admin's network is not the owner's business.
 */
export function originOf({ ip, userAgent, actor, data, recordedAt }: OwnedEvent): Detail[] {
  const time = { label: "Time", value: inUtc(recordedAt) };
  const network = locationInWords(ip);
  const isByAnother = actor.kind === "user" && actor.id !== data.userId;
  if (isByAnother || (userAgent === null && network === null)) return [time];
  return [
    time,
    { label: "Device", value: deviceInWords(userAgent) },
    { label: "Network (approximate)", value: network ?? "Unknown" },
  ];
}
