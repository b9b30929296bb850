import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { changedTrust } from "@attestory/events/grant-validity.ts";
import type { Projection } from "./projection.ts";

type Ignored = "ApplicationHandOverAnnounced" | "TrustedApplicationChangeAnnounced";
type Taken = Exclude<ApplicationEvent, { type: Ignored }>;
type DataOf<Type extends ApplicationEvent["type"]> = Extract<ApplicationEvent, { type: Type }>["data"];

/** An OAuth client. A deleted one has no document. */
export interface ApplicationDocument extends Omit<DataOf<"ApplicationRegistered">, "applicationId"> {
  /** The client id too. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** A secret that was rotated and still works until then, ISO 8601. */
  formerSecret: { digest: string; until: string } | null;
  trusted: boolean;
  isActive: boolean;
  /** Raised by each suspension, which ends the codes and tokens that were issued before, also those that it got for itself. */
  epoch: number;
  /** Raised each time that trust is taken away, which ends the codes and tokens that rest on it. */
  trustEpoch: number;
}

/** Keyed by the application's id. The index `owner` lists the applications of a user, oldest first. */
export const applications: Projection<ApplicationDocument, Taken> = {
  name: "applications@6",
  group: "authentication",
  takes: [
    "ApplicationRegistered",
    "ApplicationChanged",
    "ClientSecretRotated",
    "ApplicationSuspended",
    "ApplicationActivated",
    "ApplicationTrustChanged",
    "ApplicationHandedOver",
    "ApplicationDeleted",
  ],
  personal: "sealed",
  indexes: { owner: { entry: ({ ownerId, createdAt }) => ({ value: ownerId, order: createdAt }) } },
  keys: (event) => [event.data.applicationId],
  evolve(application, event) {
    if (event.type === "ApplicationRegistered") return registered(event.data, event.recordedAt);
    return application && evolveRegistered(application, event);
  },
};

function registered(
  { applicationId, ...data }: DataOf<"ApplicationRegistered">,
  recordedAt: Date,
): ApplicationDocument {
  const createdAt = recordedAt.toISOString();
  return {
    id: applicationId,
    ...data,
    createdAt,
    formerSecret: null,
    trusted: false,
    isActive: true,
    epoch: 0,
    trustEpoch: 0,
  };
}

type Change = Exclude<RecordedEvent<Taken>, { type: "ApplicationRegistered" }>;

function evolveRegistered(application: ApplicationDocument, event: Change): ApplicationDocument | null {
  switch (event.type) {
    case "ApplicationChanged": {
      const { applicationId: _, ...changed } = event.data;
      return { ...application, ...changed };
    }
    case "ClientSecretRotated":
      return rotated(application, event.data);
    case "ApplicationSuspended":
      return { ...application, isActive: false, epoch: application.epoch + 1 };
    case "ApplicationActivated":
      return { ...application, isActive: true };
    case "ApplicationTrustChanged":
      return { ...application, ...changedTrust(application, event.data) };
    case "ApplicationHandedOver":
      return { ...application, ownerId: event.data.ownerId };
    case "ApplicationDeleted":
      return null;
  }
}

const rotated = (
  application: ApplicationDocument,
  { clientSecret, formerUntil }: DataOf<"ClientSecretRotated">,
): ApplicationDocument => ({
  ...application,
  clientSecret,
  formerSecret:
    application.clientSecret && formerUntil ? { digest: application.clientSecret.digest, until: formerUntil } : null,
});
