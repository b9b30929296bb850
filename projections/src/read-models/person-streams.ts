import type { Recorded } from "@attestory/events/catalogue.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** A stream that tells of a person, and whose name does not follow from the person's id. */
export interface PersonStreamDocument {
  userId: string;
  stream: string;
  /** The position of the first event that told of the person, padded, so that it sorts as text. */
  order: string;
}

type Beginning = Recorded<
  | "DecoyRegistered"
  | "SessionStarted"
  | "ApplicationRegistered"
  | "ApplicationHandedOver"
  | "ApiKeyCreated"
  | "ConsentGranted"
  | "ConsentRevoked"
  | "AuthorizationCodeIssued"
  | "DeviceAuthorizationAnswered"
  | "InvitationMade"
  | "InitialAccessTokenMade"
  | "MailTestRequested"
  | "AdminLinkUsed"
>;

/**
 * Keyed by user and stream. The index `user` lists the streams of a user by their first event, so that one who asks for everything about a
 * person reads these streams, and not the whole log.
 */
export const personStreams: Projection<PersonStreamDocument> = defineProjection({
  name: "personStreams@1",
  group: "other",
  personal: "sealed",
  indexes: { user: { entry: ({ userId, order }) => ({ value: userId, order }) } },
  keys: (event) => [`${personOf(event)} ${event.stream}`],
  begin: {
    DecoyRegistered: begun,
    SessionStarted: begun,
    ApplicationRegistered: begun,
    ApplicationHandedOver: begun,
    ApiKeyCreated: begun,
    ConsentGranted: begun,
    ConsentRevoked: begun,
    AuthorizationCodeIssued: begun,
    DeviceAuthorizationAnswered: begun,
    InvitationMade: begun,
    InitialAccessTokenMade: begun,
    MailTestRequested: begun,
    AdminLinkUsed: begun,
  },
});

function begun(event: Beginning, before: PersonStreamDocument | null): PersonStreamDocument {
  const { stream, position } = event;
  return before ?? { userId: personOf(event), stream, order: String(position).padStart(20, "0") };
}

/** The owner of an address that was registered again; who made an invitation or a token; and else whom the event names. */
function personOf({ data, actor }: Beginning): string {
  if ("ownerId" in data) return data.ownerId;
  return "userId" in data ? data.userId : actor.id;
}
