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
  /** Null without an address, and once it is erased. */
  email: string | null;
}

/** The value of every invitation in the index `all`. */
export const everyInvitation = "invitation";

/** Keyed by the invitation's id. The index `all` lists every invitation, oldest first. */
export const invitations: Projection<InvitationDocument> = defineProjection({
  name: "invitations@3",
  group: "other",
  personal: "opened",
  indexes: { all: { entry: ({ madeAt }) => ({ value: everyInvitation, order: instantOrder(madeAt) }) } },
  // The address of an invitation has a key of its own.
  keys: ({ type, data }) => [type === "PersonKeyDestroyed" ? data.personId : data.invitationId],
  begin: {
    InvitationMade: ({ data: { invitationId: id, ...facts }, recordedAt, actor }) => ({
      id,
      madeAt: recordedAt.getTime(),
      madeBy: actor.id,
      ...facts,
      used: 0,
      isRevoked: false,
    }),
  },
  evolve: {
    InvitationUsed: (invitation) => ({ ...invitation, used: invitation.used + 1 }),
    InvitationRevoked: (invitation) => ({ ...invitation, isRevoked: true }),
    PersonKeyDestroyed: (invitation) => ({ ...invitation, email: null }),
  },
});
