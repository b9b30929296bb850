import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { UserCommand } from "./user-command.ts";
import type { RegisteredUser, Roles } from "./user-state.ts";

export type AccessReason = "access-changed-meanwhile" | "not-verified";

type Decision = readonly UserEvent[] | Refused<AccessReason>;
type CommandOf<Type extends UserCommand["type"]> = Extract<UserCommand, { type: Type }>;

export function changeStatus(
  { userId, isActive, accessVersion }: RegisteredUser,
  command: CommandOf<"change-status">,
): Decision {
  if (command.accessVersion !== accessVersion) return { refused: "access-changed-meanwhile" };
  if (command.isActive === isActive) return [];
  return [{ type: command.isActive ? "UserActivated" : "UserDeactivated", data: { userId } }];
}

export function changeRoles(state: RegisteredUser, command: CommandOf<"change-roles">): Decision {
  const { isAdmin, isDeveloper, isPro, accessVersion } = command;
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

/** For the opener of a link that only the operator can have given, where no email may arrive. */
export const verifyByOperator = ({ userId, emailVerified }: RegisteredUser): Decision =>
  emailVerified ? [] : [{ type: "EmailVerified", data: { userId, sameBrowser: true } }];
