import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

type Decision = readonly UserEvent[] | Refused<"changed-meanwhile">;

export function changeProfile(state: RegisteredUser, { firstName, lastName }: CommandOf<"change-profile">): Decision {
  if (firstName === state.firstName && lastName === state.lastName) return [];
  return [{ type: "ProfileChanged", data: { userId: state.userId, firstName, lastName } }];
}

export function changeUsername(state: RegisteredUser, command: CommandOf<"change-username">): Decision {
  const { username, from, formerIdentifier, fences } = command;
  if (username === state.username) return [];
  if (from !== state.username || fences !== state.fences) return { refused: "changed-meanwhile" };
  return [{ type: "UsernameChanged", data: { userId: state.userId, username, released: formerIdentifier } }];
}
