import type { ResourceEvent } from "@attestory/events/api-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

/** The application that has a resource identifier. */
export interface ResourceHolder {
  applicationId: string;
  reservedAt: Date;
}

/** Who has an identifier, and who gave it back last after tokens were issued for it. */
export interface ResourceState {
  holder: ResourceHolder | null;
  lastUse: { applicationId: string; until: Date } | null;
}

export type ResourceCommand =
  /** `instead`: the holder that was found to have let go, or null: it is refused if another one has it by then. */
  | { type: "reserve"; resource: string; applicationId: string; instead: ResourceHolder | null }
  | { type: "release"; resource: string; applicationId: string; wasUsed: boolean };

const isSame = (one: ResourceHolder | null, other: ResourceHolder | null): boolean =>
  one?.applicationId === other?.applicationId && one?.reservedAt.getTime() === other?.reservedAt.getTime();

/**
 * Which application an identifier of an API belongs to. Each identifier has one stream, so the log's version check makes it unique. Only the
 * holder's API is one: see `find-api.ts`.
 */
export const resourceReservation: Decider<ResourceState, ResourceCommand, ResourceEvent, "taken"> = defineDecider({
  initial: { holder: null, lastUse: null },
  decide: {
    reserve({ holder }, { resource, applicationId, instead }) {
      if (holder?.applicationId === applicationId) return [];
      return isSame(holder, instead)
        ? [{ type: "ResourceReserved", data: { resource, applicationId } }]
        : { refused: "taken" };
    },
    release: ({ holder }, { resource, applicationId, wasUsed }) =>
      holder?.applicationId === applicationId
        ? [{ type: "ResourceReleased", data: { resource, applicationId, wasUsed } }]
        : [],
  },
  evolve: {
    ResourceReserved: ({ lastUse }, { data: { applicationId }, recordedAt }) => ({
      holder: { applicationId, reservedAt: recordedAt },
      lastUse,
    }),
    ResourceReleased: ({ lastUse }, { data: { applicationId, wasUsed }, recordedAt }) => ({
      holder: null,
      lastUse: wasUsed ? { applicationId, until: recordedAt } : lastUse,
    }),
  },
});
