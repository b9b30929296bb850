import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { changedTrust } from "@attestory/events/grant-validity.ts";

type Registered = Extract<ApplicationEvent, { type: "ApplicationRegistered" }>["data"];
export type StoredSecret = NonNullable<Registered["clientSecret"]>;

/** An application that was registered and not deleted. */
export interface Application extends Registered {
  status: "registered";
  registeredAt: Date;
  /** A secret that was rotated and still works for a while. */
  formerSecret: { digest: string; until: Date } | null;
  /** Asks for no consent. */
  trusted: boolean;
  /** False while an admin has suspended it. */
  isActive: boolean;
  /** Raised by each suspension, which ends the codes and tokens that were issued before. */
  epoch: number;
  /** Raised each time that trust is taken away, which ends the codes and tokens that rest on it. */
  trustEpoch: number;
}

export type ApplicationState = { status: "none" } | { status: "deleted"; ownerId: string } | Application;

export function evolveApplication(state: ApplicationState, event: RecordedEvent<ApplicationEvent>): ApplicationState {
  if (event.type === "ApplicationRegistered") return registered(event.data, event.recordedAt);
  return state.status === "registered" ? evolveRegistered(state, event) : state;
}

const registered = (data: Registered, registeredAt: Date): Application => ({
  status: "registered",
  ...data,
  registeredAt,
  formerSecret: null,
  trusted: false,
  isActive: true,
  epoch: 0,
  trustEpoch: 0,
});

type Change = Exclude<RecordedEvent<ApplicationEvent>, { type: "ApplicationRegistered" }>;

function evolveRegistered(state: Application, event: Change): ApplicationState {
  switch (event.type) {
    case "ApplicationChanged":
      return { ...state, ...event.data };
    case "ClientSecretRotated":
      return rotated(state, event.data);
    case "ApplicationSuspended":
      return { ...state, isActive: false, epoch: state.epoch + 1 };
    case "ApplicationActivated":
      return { ...state, isActive: true };
    case "ApplicationTrustChanged":
      return { ...state, ...changedTrust(state, event.data) };
    case "ApplicationHandedOver":
      return { ...state, ownerId: event.data.ownerId };
    case "ApplicationHandOverAnnounced":
    case "TrustedApplicationChangeAnnounced":
      return state;
    case "ApplicationDeleted":
      return { status: "deleted", ownerId: state.ownerId };
  }
}

type Rotated = Extract<ApplicationEvent, { type: "ClientSecretRotated" }>["data"];

const rotated = (state: Application, { clientSecret, formerUntil }: Rotated): Application => ({
  ...state,
  clientSecret,
  formerSecret:
    state.clientSecret && formerUntil ? { digest: state.clientSecret.digest, until: new Date(formerUntil) } : null,
});
