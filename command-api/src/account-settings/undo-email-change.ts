import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { undoableChange } from "../accounts/email-change.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { type Link, readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { releaseFormer } from "../identifiers/change-identifier.ts";
import { ownedIdentifiers } from "../identifiers/owned-identifiers.ts";
import { disownFactors } from "../sign-in/disown-factors.ts";
import { settledHead } from "../sign-in/factors-added.ts";
import { addedByOthers } from "./added-by-others.ts";
import type { EmailLinkDependencies, LinkOutcome } from "./confirm-email-change.ts";

export interface UndoDependencies extends EmailLinkDependencies {
  log: EventLog;
}

/**
 * Restores the address from before a change, ends every session and the password, and sends a link to it that sets a new one. Second
 * factors are removed that were added since, or before without an email that told the owner in time.
 */
export async function undoEmailChange(
  dependencies: UndoDependencies,
  token: string,
  commandContext: CommandContext,
): Promise<LinkOutcome> {
  const { commandHandler, keyring } = dependencies;
  const link = readLinkToken(keyring, "undo-email", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: changeId } = link;
  const { state: before } = await commandHandler.load(user, userStream(userId));
  const change = before.status === "registered" ? undoableChange(before, changeId, commandContext.now) : null;
  // First: an interrupted undo can be repeated as long as the address is not restored.
  const refusal = change && (await disown(dependencies, { ...link, undone: false }, commandContext));
  if (refusal) return refusal;
  const command = { type: "undo-email-change", changeId, now: commandContext.now } as const;
  const undoing = { userId, command, otherwise: "invalid-link" } as const;
  const outcome = await handleUserCommand(commandHandler, undoing, commandContext);
  // Again, for what was added before the sessions ended. Also if the change is undone already: a process may have died here.
  const until = change === null || isRefused(outcome) ? null : await settledHead(dependencies);
  const left = await disown(dependencies, { ...link, undone: true, until }, commandContext);
  if (left) return left;
  if (isRefused(outcome)) return outcome;
  await releaseFormer(dependencies, { userId, owned: ownedIdentifiers(keyring, before) }, commandContext);
  return outcome;
}

/** Does nothing unless the change is undone, or not yet, as said. */
async function disown(
  { log, commandHandler }: UndoDependencies,
  { userId, eventId: changeId, undone, until = null }: Link & { undone: boolean; until?: Position | null },
  commandContext: CommandContext,
): Promise<Refused<"conflict"> | null> {
  const { isUndone, addedAt } = await addedByOthers(log, { userId, changeId, until });
  if (isUndone !== undone || addedAt.length === 0) return null;
  const periods = addedAt.map((at) => ({ from: at, to: at }));
  const outcome = await disownFactors(commandHandler, { userId, periods, reason: "disowned" }, commandContext);
  return isRefused(outcome) ? outcome : null;
}
