import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Change } from "../../accounts/change-token.ts";
import type { Link, LinkKind } from "../../accounts/link-token.ts";
import type { UserState } from "../../accounts/user-state.ts";
import { composeEmail, type Email, type EmailParts } from "../email.ts";

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
  /** For a decoy: the unverified registration that holds its address. An email with its links is sent instead. */
  pending?: Link | null;
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

/** An email to this address, or null if the person was erased. */
export const emailTo = (to: string | null, parts: Omit<EmailParts, "to">): Email | null =>
  to === null ? null : composeEmail({ to, ...parts });

export const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
