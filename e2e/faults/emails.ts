import { isCreatedForOwner } from "@attestory/events/account-events.ts";
import type { Actor } from "@attestory/events/envelope.ts";
import { notMeTokenIn, tokenIn } from "../http/client.ts";
import { storedEvents } from "../http/stored-log.ts";
import type { MailServer, Received } from "../stand-ins/mail-server.ts";
import type { ReadableLog } from "../start-stack.ts";

/** Decodes quoted-printable. */
const textOf = ({ raw }: Received) => raw.replace(/=\r\n/g, "").replaceAll("=3D", "=");
/** The event that caused an email. */
const causeOf = ({ raw }: Received) => /^message-id: <([0-9a-f-]+)@/im.exec(raw)?.[1] ?? "";

/** The tokens of the links in a verification email. */
export interface Links {
  verification: string;
  notMe: string;
}

/** The links of the newest verification email to the address; null if none was sent. */
export function linksTo({ received }: MailServer, email: string): Links | null {
  const found = received.findLast((one) => one.to.includes(email) && textOf(one).includes("verify-email?token="));
  if (!found) return null;
  const text = textOf(found);
  return { verification: tokenIn({ text }), notMe: notMeTokenIn({ text }) };
}

/** The token of the link to this page in the newest email of this subject to the address; null if none was sent. */
export function linkTokenTo(
  { received }: MailServer,
  email: string,
  { page, subject }: { page: string; subject: string },
): string | null {
  const found = received.findLast(({ to, raw }) => to.includes(email) && raw.includes(`\r\nSubject: ${subject}`));
  return (found && new RegExp(`/${page}\\?token=([A-Za-z0-9_-]+)`).exec(textOf(found))?.[1]) ?? null;
}

/** The code of eight digits in the newest email to the address that has one; null if none was sent. */
export function codeIn({ received }: MailServer, email: string): string | null {
  const codes = received.flatMap((one) =>
    one.to.includes(email) ? (/^\s*(\d{4} ?\d{4})\s*$/m.exec(textOf(one)) ?? []) : [],
  );
  return codes.at(-1)?.replace(" ", "") ?? null;
}

/** The events whose email the log records as sent. */
export async function knownAsSent(product: ReadableLog): Promise<Set<string>> {
  const events = await storedEvents(product);
  return new Set(events.flatMap(({ type, data }) => (type === "LetterSent" ? [JSON.parse(data).causeId] : [])));
}

const requestsEmail = new Set([
  "UserRegistered",
  "DecoyRegistered",
  "VerificationRequested",
  "PasswordChanged",
  "PasswordRemoved",
  "PasswordResetRequested",
  "PasswordReset",
  "UsernameChanged",
  "EmailChangeRequested",
  "EmailChangeAnnounced",
  "EmailChanged",
  "TwoFactorEnabled",
  "TwoFactorDisabled",
  "RecoveryCodesIssued",
  "RecoveryCodeUsed",
  "HardwareKeyAdded",
  "HardwareKeyRemoved",
  "RolesChanged",
  "ConsentGranted",
]);

interface EmailCause {
  id: string;
  type: string;
  data: object;
  actor: Actor;
}

/** One email tells of all that was secured, and the invitation of an account tells of the account. */
const isToldOtherwise = ({ type, data, actor }: EmailCause) =>
  ("reason" in data && data.reason === "secured") || (type === "UserRegistered" && isCreatedForOwner({ actor }));

const asksForEmail = (event: EmailCause) =>
  (requestsEmail.has(event.type) && !isToldOtherwise(event)) ||
  (event.type === "SessionStarted" && "newDevice" in event.data && event.data.newDevice === true);

/** Reports the events whose email was not sent exactly once, where no process died while sending. */
export function* notSentOnce({ received }: MailServer, events: readonly EmailCause[]): Generator<string> {
  const sent = Map.groupBy(received, causeOf);
  for (const event of events) {
    const times = sent.get(event.id)?.length ?? 0;
    if (times !== (asksForEmail(event) ? 1 : 0)) yield `the email of ${event.type} ${event.id} was sent ${times} times`;
  }
}

/** What was known before the deaths. */
export interface EmailsBefore {
  knownBefore: ReadonlySet<string>;
  receivedBefore: number;
  deaths: number;
}

/**
 * Reports wrong emails after process deaths: each email is sent, and sent again only if the log could not know that it was sent
 * (at most once for each death).
 */
export async function* wrongEmails(
  mail: MailServer,
  product: ReadableLog,
  { knownBefore, receivedBefore, deaths }: EmailsBefore,
): AsyncGenerator<string> {
  const sent = Map.groupBy(mail.received, causeOf);
  for (const { id, type, data, metadata } of await storedEvents(product)) {
    const { actor } = JSON.parse(metadata);
    const due = asksForEmail({ id, type, data: JSON.parse(data), actor });
    if (due && !sent.has(id)) yield `the email of ${type} ${id} was never sent`;
  }
  for (const late of mail.received.slice(receivedBefore)) {
    if (knownBefore.has(causeOf(late))) yield `the email of ${causeOf(late)} was sent again, though the log knew`;
  }
  for (const [id, emails] of sent) {
    if (emails.length > 1 + deaths) yield `the email of ${id} was sent ${emails.length} times`;
  }
}
