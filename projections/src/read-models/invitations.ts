import type { Recorded } from "@attestory/events/catalogue.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
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
  /** The address, encrypted. Decrypted only for display; null without an address. */
  seal: SealedFields | null;
}

/** The value of every invitation in the index `all`. */
export const everyInvitation = "invitation";

/** Keyed by the invitation's id. The index `all` lists every invitation, oldest first. */
export const invitations: Projection<InvitationDocument> = defineProjection({
  name: "invitations@4",
  group: "other",
  personal: "sealed",
  indexes: { all: { entry: ({ madeAt }) => ({ value: everyInvitation, order: instantOrder(madeAt) }) } },
  keys: (event) => [event.data.invitationId],
  begin: { InvitationMade: made },
  evolve: {
    InvitationUsed: (invitation) => ({ ...invitation, used: invitation.used + 1 }),
    InvitationRevoked: (invitation) => ({ ...invitation, isRevoked: true }),
  },
});

function made(event: Recorded<"InvitationMade">): InvitationDocument {
  const { invitationId, email: _, ...facts } = event.data;
  return {
    id: invitationId,
    madeAt: event.recordedAt.getTime(),
    madeBy: event.actor.id,
    ...facts,
    used: 0,
    isRevoked: false,
    // Without an address, it is the admin's and has no more than where they were.
    seal: facts.isAddressed ? sealedFieldsOf(event) : null,
  };
}
