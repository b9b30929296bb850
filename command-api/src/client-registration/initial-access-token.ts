import type { Recorded } from "@attestory/events/catalogue.ts";
import type { ClientRegistrationEvent } from "@attestory/events/client-registration-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface InitialAccessToken {
  status: "made";
  id: string;
  /** The admin who made it, and owns what registers with it. */
  madeBy: string;
  /** How often that admin had become an active one. */
  adminTerm: number;
  /** That of its maker. */
  apiKeyEpoch: number;
  expiresAt: Date;
  /** How many applications may register with it. */
  uses: number;
  usedBy: ReadonlySet<string>;
  isRevoked: boolean;
}

export type InitialAccessTokenState = { status: "none" } | InitialAccessToken;

export type InitialAccessTokenCommand =
  | {
      type: "make";
      tokenId: string;
      label: string;
      adminTerm: number;
      apiKeyEpoch: number;
      expiresAt: Date;
      uses: number;
    }
  | { type: "use"; applicationId: string; now: Date }
  | { type: "revoke" };

/** `invalid-initial-token`: expired, revoked or used up, or there never was one. */
export type InitialAccessTokenReason = "invalid-initial-token" | "no-such-initial-token" | "made-already";
type Decision = readonly ClientRegistrationEvent[] | Refused<InitialAccessTokenReason>;
type CommandOf<Type extends InitialAccessTokenCommand["type"]> = Extract<InitialAccessTokenCommand, { type: Type }>;

/** Its uses are decided by the version of its stream: never more than were allowed. */
export const initialAccessToken: Decider<
  InitialAccessTokenState,
  InitialAccessTokenCommand,
  ClientRegistrationEvent,
  InitialAccessTokenReason
> = defineDecider({
  initial: { status: "none" },
  decide: { make, use, revoke },
  evolve: { InitialAccessTokenMade: (_, event) => made(event) },
  when: {
    is: isMade,
    evolve: {
      InitialAccessTokenUsed: (state, { data }) => ({
        ...state,
        usedBy: new Set([...state.usedBy, data.applicationId]),
      }),
      InitialAccessTokenRevoked: (state) => ({ ...state, isRevoked: true }),
    },
  },
});

function isMade(state: InitialAccessTokenState): state is InitialAccessToken {
  return state.status === "made";
}

function make(state: InitialAccessTokenState, { type: _, expiresAt, ...asked }: CommandOf<"make">): Decision {
  if (state.status === "made") return { refused: "made-already" };
  return [{ type: "InitialAccessTokenMade", data: { ...asked, expiresAt: expiresAt.toISOString() } }];
}

function use(state: InitialAccessTokenState, { applicationId, now }: CommandOf<"use">): Decision {
  if (state.status === "none" || !isOpen(state, now)) return { refused: "invalid-initial-token" };
  return [{ type: "InitialAccessTokenUsed", data: { tokenId: state.id, applicationId } }];
}

function revoke(state: InitialAccessTokenState): Decision {
  if (state.status === "none") return { refused: "no-such-initial-token" };
  return state.isRevoked ? [] : [{ type: "InitialAccessTokenRevoked", data: { tokenId: state.id } }];
}

/** Whether another application may register with it. */
const isOpen = ({ isRevoked, expiresAt, usedBy, uses }: InitialAccessToken, now: Date): boolean =>
  !isRevoked && now < expiresAt && usedBy.size < uses;

function made({ actor, data }: Recorded<"InitialAccessTokenMade">) {
  const { tokenId: id, label: _, expiresAt, ...facts } = data;
  return {
    status: "made",
    id,
    madeBy: actor.id,
    ...facts,
    expiresAt: new Date(expiresAt),
    usedBy: new Set(),
    isRevoked: false,
  } as const satisfies InitialAccessTokenState;
}
