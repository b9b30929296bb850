import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { Refused } from "../handling/decider.ts";
import { endApiKeys, endSessions } from "./end-sessions.ts";
import { endLinks } from "./password-reset.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser, Roles } from "./user-state.ts";

export type AccessReason = "access-changed-meanwhile" | "not-verified" | "erasure-requested";

type Decision = readonly UserEvent[] | Refused<AccessReason>;

export function changeStatus(
  { userId, isActive, accessVersion, erasure }: RegisteredUser,
  command: CommandOf<"change-status">,
): Decision {
  // Only its owner opens it again, and it is shut already.
  if (erasure !== null) return { refused: "erasure-requested" };
  if (command.accessVersion !== accessVersion) return { refused: "access-changed-meanwhile" };
  if (command.isActive === isActive) return [];
  return [{ type: command.isActive ? "UserActivated" : "UserDeactivated", data: { userId } }];
}

export function changeRoles(state: RegisteredUser, command: CommandOf<"change-roles">): Decision {
  const { isAdmin, isDeveloper, isPro, accessVersion } = command;
  if (state.erasure !== null) return { refused: "erasure-requested" };
  if (accessVersion !== state.accessVersion) return { refused: "access-changed-meanwhile" };
  // An account that nobody verified ends by itself, and would count as an admin until then.
  if (isAdmin && !state.emailVerified) return { refused: "not-verified" };
  const roles: Roles = { isAdmin, isDeveloper, isPro };
  if (hasRoles(state, roles) && !awaitsInvitedRoles(state)) return [];
  return [{ type: "RolesChanged", data: { userId: state.userId, isAdmin, isDeveloper, isPro } }];
}

/** By the user: every verified account may become a developer's. */
export const enableDeveloper = ({ userId, isAdmin, isDeveloper, isPro }: RegisteredUser): Decision =>
  isDeveloper ? [] : [{ type: "RolesChanged", data: { userId, isAdmin, isDeveloper: true, isPro } }];

/** No roles may be the decision, too: it outweighs the invitation, and so has to be recorded. */
const awaitsInvitedRoles = ({ invitationId, accessVersion }: RegisteredUser): boolean =>
  invitationId !== null && accessVersion === 0;

const hasRoles = (state: RegisteredUser, { isAdmin, isDeveloper, isPro }: Roles): boolean =>
  state.isAdmin === isAdmin && state.isDeveloper === isDeveloper && state.isPro === isPro;

export const activated = (state: RegisteredUser): RegisteredUser => ({
  ...state,
  isActive: true,
  accessVersion: state.accessVersion + 1,
});

export const deactivated = (state: RegisteredUser): RegisteredUser => ({
  ...endLinks(endApiKeys(endSessions(state, null))),
  isActive: false,
  accessVersion: state.accessVersion + 1,
});

export function rolesChanged(state: RegisteredUser, { data }: Recorded<"RolesChanged">): RegisteredUser {
  const { isAdmin, isDeveloper, isPro } = data;
  return { ...state, isAdmin, isDeveloper, isPro, accessVersion: state.accessVersion + 1 };
}
