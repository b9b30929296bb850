import type { Recorded } from "@attestory/events/catalogue.ts";
import type { InvitationEvent } from "@attestory/events/joining-events.ts";
import type { Roles } from "../accounts/user-state.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { canonicalEmail } from "../identifiers/canonical.ts";

export interface Invitation extends Roles {
  status: "made";
  id: string;
  /** The event that made it. Its link names it. */
  eventId: string;
  /** The admin who made it. */
  madeBy: string;
  /** How often that admin had become an active one. */
  adminTerm: number;
  expiresAt: Date;
  /** How many accounts may join with it. */
  uses: number;
  usedBy: ReadonlySet<string>;
  isRevoked: boolean;
  /** Only `email` may use it. */
  isAddressed: boolean;
  /** Null without an address, and once it is erased. */
  email: string | null;
}

export type InvitationState = { status: "none" } | Invitation;

export type InvitationCommand =
  | ({
      type: "make";
      invitationId: string;
      adminTerm: number;
      expiresAt: Date;
      uses: number;
      email: string | null;
    } & Roles)
  /** `canonical`: the address that registers. */
  | { type: "use"; userId: string; canonical: string; now: Date }
  | { type: "revoke" };

/** `invalid-invitation`: expired, revoked or used up, or there never was one. */
export type InvitationReason = "invalid-invitation" | "other-address" | "no-such-invitation" | "made-already";

/** A link with which others may join. Its uses are decided by the version of its stream: never more than were allowed. */
export const invitation: Decider<InvitationState, InvitationCommand, InvitationEvent, InvitationReason> = defineDecider(
  {
    initial: { status: "none" },

    decide: { make, use, revoke },
    evolve: { InvitationMade: (_, event) => made(event) },

    when: {
      is: isMade,
      evolve: {
        InvitationUsed: (state, { data }) => ({ ...state, usedBy: new Set([...state.usedBy, data.userId]) }),
        InvitationRevoked: (state) => ({ ...state, isRevoked: true }),
      },
    },
  },
);

type Decision = readonly InvitationEvent[] | Refused<InvitationReason>;
type CommandOf<Type extends InvitationCommand["type"]> = Extract<InvitationCommand, { type: Type }>;

function isMade(state: InvitationState): state is Invitation {
  return state.status === "made";
}

function make(state: InvitationState, { type: _, expiresAt, email, ...asked }: CommandOf<"make">): Decision {
  if (state.status === "made") return { refused: "made-already" };
  const data = { ...asked, expiresAt: expiresAt.toISOString(), isAddressed: email !== null, email };
  return [{ type: "InvitationMade", data }];
}

function use(state: InvitationState, { userId, canonical, now }: CommandOf<"use">): Decision {
  if (state.status === "none") return { refused: "invalid-invitation" };
  // An interrupted registration continues.
  if (state.usedBy.has(userId)) return [];
  if (!isOpen(state, now)) return { refused: "invalid-invitation" };
  if (!isFor(state, canonical)) return { refused: "other-address" };
  return [{ type: "InvitationUsed", data: { invitationId: state.id, userId } }];
}

function revoke(state: InvitationState): Decision {
  if (state.status === "none") return { refused: "no-such-invitation" };
  return state.isRevoked ? [] : [{ type: "InvitationRevoked", data: { invitationId: state.id } }];
}

/** Whether another account may join with it. */
export const isOpen = ({ isRevoked, expiresAt, usedBy, uses }: Invitation, now: Date): boolean =>
  !isRevoked && now < expiresAt && usedBy.size < uses;

/** Nobody's, once the address is erased. */
const isFor = ({ isAddressed, email }: Invitation, canonical: string): boolean =>
  !isAddressed || (email !== null && canonicalEmail(email) === canonical);

function made({ id: eventId, actor, data }: Recorded<"InvitationMade">) {
  const { invitationId: id, expiresAt, ...facts } = data;
  return {
    status: "made",
    id,
    eventId,
    madeBy: actor.id,
    ...facts,
    expiresAt: new Date(expiresAt),
    usedBy: new Set(),
    isRevoked: false,
  } as const satisfies InvitationState;
}
