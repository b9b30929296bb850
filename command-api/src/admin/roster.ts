import type { AdminEvent } from "@attestory/events/admin-events.ts";
import { operatorLinkSeconds } from "../accounts/rescue.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface Roster {
  /** The accounts that count as active admins. */
  listed: ReadonlySet<string>;
  /** By user: the newest `accessVersion` from which the account may stop being an active admin. */
  unlisted: ReadonlyMap<string, number>;
  /** The newest link for the first admin. */
  link: { id: string; madeAt: Date; usedBy: string | null } | null;
}

export type RosterCommand =
  /** `accessVersion`: of a state in which the account is an active admin. */
  | { type: "list"; userId: string; accessVersion: number }
  | { type: "unlist"; userId: string; accessVersion: number }
  /** Of an account that was erased, which had the role in a backup from before. It no longer acts, also if it is the last one. */
  | { type: "unlist-erased"; userId: string }
  | { type: "make-link" }
  | { type: "use-link"; linkId: string; userId: string; now: Date };

/** `leaving`: the account may have stopped being an active admin since. */
export type RosterReason = "last-admin" | "leaving" | "has-admin" | "invalid-link";

/**
 * Who counts as an active admin. Every account that counts is one: it is listed after it became one, and unlisted before it stops. So at
 * least one remains, whatever is interrupted. See docs/decisions/at-least-one-admin.md.
 */
export const roster: Decider<Roster, RosterCommand, AdminEvent, RosterReason> = defineDecider({
  initial: { listed: new Set(), unlisted: new Map(), link: null },

  decide: {
    list,
    unlist,
    "unlist-erased": ({ listed, unlisted }, { userId }) =>
      listed.has(userId) ? [{ type: "AdminUnlisted", data: { userId, accessVersion: unlisted.get(userId) ?? 0 } }] : [],
    "make-link": (state) => (hasAdmin(state) ? { refused: "has-admin" } : [{ type: "AdminLinkMade", data: {} }]),
    "use-link": consumeLink,
  },

  evolve: {
    AdminListed: (state, { data }) => ({ ...state, listed: new Set([...state.listed, data.userId]) }),
    AdminUnlisted: (state, { data }) => withoutUser(state, data),
    AdminLinkMade: (state, { id, recordedAt }) => ({ ...state, link: { id, madeAt: recordedAt, usedBy: null } }),
    AdminLinkUsed: (state, { data }) =>
      state.link ? { ...state, link: { ...state.link, usedBy: data.userId } } : state,
  },
});

/** There was none yet if nobody is listed: the last one is never unlisted. */
export const hasAdmin = ({ listed }: Roster): boolean => listed.size > 0;

type Decision = readonly AdminEvent[] | Refused<RosterReason>;
interface Entry {
  userId: string;
  accessVersion: number;
}

function withoutUser(state: Roster, { userId, accessVersion }: Entry): Roster {
  const listed = new Set(state.listed);
  listed.delete(userId);
  return { ...state, listed, unlisted: new Map([...state.unlisted, [userId, accessVersion]]) };
}

const mayLeave = ({ unlisted }: Roster, { userId, accessVersion }: Entry): boolean =>
  accessVersion <= (unlisted.get(userId) ?? -1);

function list(state: Roster, { userId, accessVersion }: Entry): Decision {
  if (mayLeave(state, { userId, accessVersion })) return { refused: "leaving" };
  return state.listed.has(userId) ? [] : [{ type: "AdminListed", data: { userId, accessVersion } }];
}

function unlist(state: Roster, { userId, accessVersion }: Entry): Decision {
  if (mayLeave(state, { userId, accessVersion })) return [];
  const others = [...state.listed].filter((id) => id !== userId);
  if (others.length === 0) return { refused: "last-admin" };
  return [{ type: "AdminUnlisted", data: { userId, accessVersion } }];
}

/** No event if the same user uses the link again: an interrupted use continues. */
function consumeLink(state: Roster, { linkId, userId, now }: { linkId: string; userId: string; now: Date }): Decision {
  if (hasAdmin(state)) return { refused: state.listed.has(userId) ? "invalid-link" : "has-admin" };
  const link = linkWith(state, { linkId, now });
  if (link === null) return { refused: "invalid-link" };
  if (link.usedBy === null) return [{ type: "AdminLinkUsed", data: { linkId, userId } }];
  return link.usedBy === userId ? [] : { refused: "invalid-link" };
}

/** The newest link if it has this id and has not expired. One that is dated in the future was made with a wrong clock and does not count. */
export function linkWith({ link }: Roster, { linkId, now }: { linkId: string; now: Date }): Roster["link"] {
  if (link?.id !== linkId) return null;
  return Math.abs(now.getTime() - link.madeAt.getTime()) < operatorLinkSeconds * 1000 ? link : null;
}
