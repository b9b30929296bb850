import { setTimeout as wait } from "node:timers/promises";
import { userStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused } from "../handling/decider.ts";
import { confirmReservations } from "../identifiers/confirm-reservations.ts";
import {
  type Commit,
  type CommitDependencies,
  type CommitRefusal,
  commitRegistration,
  type NewAccount,
} from "./commit-registration.ts";

/** Minimum duration in strict mode: replacing a pending registration takes longer, and the time must not reveal it. */
const strictLeastMs = 100;

/**
 * Reserves the username and the address, registers (the commit point), then confirms both. Safe to interrupt anywhere: an
 * unconfirmed reservation has a lease, after which the next claimant or the expiry worker settles it.
 */
export async function registerAccount(
  dependencies: CommitDependencies,
  { account, canonical, inviting }: Omit<Commit, "newAccount"> & { account: Omit<NewAccount, "userId"> },
  commandContext: CommandContext,
): Promise<{ userId: string } | CommitRefusal> {
  const leastDuration = dependencies.enumerationProtection === "strict" ? wait(strictLeastMs) : null;
  const userId = commandContext.newId("user");
  const record = await dependencies.commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (record && isRefused(record)) return record;
  const newAccount = { ...account, userId };
  const commit = { newAccount, canonical, inviting };
  const refusal = record ? null : await commitRegistration(dependencies, commit, commandContext);
  if (!refusal) await confirmReservations(dependencies, userId, commandContext);
  await leastDuration;
  return refusal ?? { userId };
}
