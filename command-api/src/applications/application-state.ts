import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { Protections } from "./protections.ts";

type Registered = Extract<ApplicationEvent, { type: "ApplicationRegistered" }>["data"];
export type StoredSecret = NonNullable<Registered["clientSecret"]>;

/** An application that was registered and not deleted. */
export interface Application extends Registered {
  status: "registered";
  registeredAt: Date;
  /** A secret that was rotated and still works for a while. */
  formerSecret: { digest: string; until: Date } | null;
  /** It registered itself, and its registration access token was not ended. */
  hasRegistrationAccess: boolean;
  /** The protections as a person last saved them. Null: only the application itself has chosen them. */
  requiredByPerson: Protections | null;
  /** Asks for no consent. */
  trusted: boolean;
  /** False while an admin has suspended it. */
  isActive: boolean;
  /** Raised by each suspension, which ends the codes and tokens that were issued before. */
  epoch: number;
  /** Raised each time that trust is taken away, which ends the codes and tokens that rest on it. */
  trustEpoch: number;
  /** How its document was read last; null for an application that has none. */
  document: ReadDocument | null;
}

export interface ReadDocument {
  /** The entry of the list of admins that allows its address. */
  sourceId: string;
  readAt: Date;
  freshUntil: Date;
  /** It was gone or wrong when it was read again: what was read before counts no more. */
  isRefused: boolean;
}

export type ApplicationState = { status: "none" } | { status: "deleted"; ownerId: string } | Application;
