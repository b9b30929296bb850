import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import type { RegisteredUser, Roles } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type Access, changeRoster, isActiveAdmin, listIfAdmin } from "./keep-roster.ts";

/** Another change of the same account may come first this many times. */
const attempts = 20;

export interface AccessChange {
  userId: string;
  /** The new status, or the new roles. Those that are not named stay. */
  to: { isActive: boolean } | Partial<Roles>;
}

export type AccessRefusal = Refused<
  "no-such-account" | "last-admin" | "not-verified" | "erasure-requested" | HandlingReason
>;

/**
 * Changes the status or the roles of an account. An active admin is taken off the roster before the account's own event, and put on it
 * after: at every step at least one active admin remains, and a repeat finishes what was interrupted.
 */
export async function changeAccess(
  commandHandler: CommandHandler,
  change: AccessChange,
  commandContext: CommandContext,
): Promise<{ position: bigint } | AccessRefusal> {
  const stream = userStream(change.userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) {
    // It may have been interrupted before the account was listed.
    await listIfAdmin(commandHandler, change.userId, commandContext);
    return record;
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await changeOnce(commandHandler, change, commandContext);
    if (outcome !== "changed-meanwhile") return outcome;
  }
  return { refused: "conflict" };
}

async function changeOnce(
  commandHandler: CommandHandler,
  { userId, to }: AccessChange,
  commandContext: CommandContext,
): Promise<{ position: bigint } | AccessRefusal | "changed-meanwhile"> {
  const stream = userStream(userId);
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "registered") return { refused: "no-such-account" };
  const { accessVersion } = state;
  if (isActiveAdmin(state) && !isActiveAdmin(after(state, to))) {
    const left = await changeRoster(commandHandler, { type: "unlist", userId, accessVersion }, commandContext);
    if (isRefused(left)) return ofRoster(left);
  }
  const command = commandOf(state, to);
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (!isRefused(outcome)) {
    await listIfAdmin(commandHandler, userId, commandContext);
    return outcome;
  }
  const { refused } = outcome;
  if (refused === "access-changed-meanwhile") return "changed-meanwhile";
  if (refused === "not-verified" || refused === "erasure-requested" || isHandlingReason(refused)) return { refused };
  return { refused: "no-such-account" };
}

const after = (state: RegisteredUser, to: AccessChange["to"]): Access & RegisteredUser => ({ ...state, ...to });

function commandOf(state: RegisteredUser, to: AccessChange["to"]): UserCommand {
  const { accessVersion } = state;
  if ("isActive" in to) return { type: "change-status", isActive: to.isActive, accessVersion };
  const { isAdmin = state.isAdmin, isDeveloper = state.isDeveloper, isPro = state.isPro } = to;
  return { type: "change-roles", isAdmin, isDeveloper, isPro, accessVersion };
}

const ofRoster = ({ refused }: Refused<string>): AccessRefusal => {
  if (refused === "last-admin" || isHandlingReason(refused)) return { refused };
  throw new TypeError(`the roster refused as ${refused}`);
};
