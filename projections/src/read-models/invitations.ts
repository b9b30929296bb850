import type { PersonKeyDestroyed } from "@attestory/events/erasure-events.ts";
import type { InvitationEvent } from "@attestory/events/joining-events.ts";
import type { Projection } from "./projection.ts";
import { instantOrder } from "./sessions.ts";

/** A link with which others may join. */
export interface InvitationDocument {
  id: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** The admin who made it. */
  madeBy: string;
  /** ISO 8601. */
  expiresAt: string;
  uses: number;
  /** How often its maker had become an active admin. */
  adminTerm: number;
  /** How many joined with it. */
  used: number;
  isRevoked: boolean;
  isAdmin: boolean;
  isDeveloper: boolean;
  isPro: boolean;
  /** Only one address may use it. */
  isAddressed: boolean;
  /** Null without an address, and once it is erased. */
  email: string | null;
}

/** The value of every invitation in the index `all`. */
export const everyInvitation = "invitation";

/** Keyed by the invitation's id. The index `all` lists every invitation, oldest first. */
export const invitations: Projection<InvitationDocument, InvitationEvent | PersonKeyDestroyed> = {
  name: "invitations@3",
  group: "other",
  takes: ["InvitationMade", "InvitationUsed", "InvitationRevoked", "PersonKeyDestroyed"],
  personal: "opened",
  indexes: { all: { entry: ({ madeAt }) => ({ value: everyInvitation, order: instantOrder(madeAt) }) } },
  // The address of an invitation has a key of its own.
  keys: ({ type, data }) => [type === "PersonKeyDestroyed" ? data.personId : data.invitationId],
  evolve(invitation, event) {
    if (event.type === "InvitationMade") {
      const { invitationId: id, ...facts } = event.data;
      return { id, madeAt: event.recordedAt.getTime(), madeBy: event.actor.id, ...facts, used: 0, isRevoked: false };
    }
    if (!invitation) return null;
    if (event.type === "PersonKeyDestroyed") return { ...invitation, email: null };
    if (event.type === "InvitationRevoked") return { ...invitation, isRevoked: true };
    return { ...invitation, used: invitation.used + 1 };
  },
};
