import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Change } from "../../accounts/change-token.ts";
import type { Link, LinkKind } from "../../accounts/link-token.ts";
import type { UserState } from "../../accounts/user-state.ts";
import { composeEmail, type Email } from "../email.ts";
import type { Detail, EmailParts } from "../email-parts.ts";

/** What an email needs besides its event. */
export interface EmailContext {
  /** Without a trailing slash. Links are built from this alone, never from a request. */
  publicUrl: string;
  token(kind: LinkKind, link: Link): string;
  /** The token of "This wasn't me" in an email about a change. */
  changeToken(change: Change): string;
  /** The code that an event requested. */
  code(request: Link): string;
  /** The account's address; null if the person was erased. The recipient of what lets someone in. */
  address: string | null;
  /** The account's address when the event happened; null likewise. The recipient of what tells of the event. */
  addressThen: string | null;
  /** The account's username; null likewise. */
  username: string | null;
  /** For a decoy: the unverified registration that holds its address. An email with its links is sent instead. */
  pending?: Link | null;
  /** For a receipt of an erasure: where it goes; null once the service has forgotten that. */
  receiptAddress?: string | null;
  /** For a change of an application: its settings until then. */
  settingsBefore?: ApplicationSettings | null;
}

interface EmailOf<Event> {
  /** Recorded with the outcome (`LetterSent`). */
  kind: string;
  /** For a type of which not every event requests an email. Sees no personal fields. */
  isRequested?(event: Event): boolean;
  /** Why the email is no longer needed, as the owner's account stands; null if it is. */
  pointless?(event: Event, owner: UserState | null): string | null;
  /** Null if the person was erased. */
  compose(event: Event, context: EmailContext): Email | null;
}

/** One event, decrypted. */
export type EventOfType<Type extends AttestoryEvent["type"]> = RecordedEvent & { type: Type };

/** The emails of a capability, by the event that requests each. Pure: the same event gives the same email. */
export type EmailTable = { readonly [Type in AttestoryEvent["type"]]?: EmailOf<EventOfType<Type>> };

export type AnyEmail = EmailOf<RecordedEvent>;

/** The link that an event's email contains. */
export const linkOf = ({ id, data }: { id: string; data: { userId: string } }): Link => ({
  userId: data.userId,
  eventId: id,
});

interface Written extends Omit<EmailParts, "to" | "details"> {
  /** Whose account it is about (`accountInWords`); null if it is about none. */
  account: string | null;
  details?: readonly Detail[];
}

/** An email to this address, or null if the person was erased. */
export function emailTo(to: string | null, { account, details = [], ...parts }: Written): Email | null {
  if (to === null) return null;
  const about = account === null ? [] : [{ label: "Account", value: account }];
  return composeEmail({ to, ...parts, details: [...about, ...details] });
}

export const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
