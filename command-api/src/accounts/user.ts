import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Decider } from "../handling/decider.ts";
import { decideUser, type UserReason } from "./decide-user.ts";
import { evolveUser } from "./evolve-user.ts";
import type { UserCommand } from "./user-command.ts";
import { userSnapshot } from "./user-snapshot.ts";
import type { UserState } from "./user-state.ts";

/** A user: the account, and the registration that makes it. */
export const user: Decider<UserState, UserCommand, UserEvent, UserReason> = {
  initial: { status: "none" },
  decide: decideUser,
  evolve: evolveUser,
  snapshot: userSnapshot,
};
