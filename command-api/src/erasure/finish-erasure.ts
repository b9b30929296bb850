import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { adminsStream, erasureReceiptStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { ErasedUser } from "../accounts/user-state.ts";
import { roster } from "../admin/roster.ts";
import { type CommandContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { releaseLeft } from "../identifiers/lapse-registration.ts";
import { endFactors } from "../recovery/end-factors.ts";
import { everyTime } from "../sign-in/factors-added.ts";
import { endApplications } from "./end-applications.ts";
import { endDecoys } from "./end-decoys.ts";
import { receiptAddress } from "./receipt-address.ts";

export interface ErasingDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  keyring: Keyring;
  sealing: Sealing;
}

/** Another writer came first. What is done stays done: repeat it. */
export class ErasureInterrupted extends Error {
  override name = "ErasureInterrupted";
}

/**
 * Erases a person whose erasure has started: what belongs to the account ends, its address and username are free again, its key is destroyed,
 * and the receipt is written. Safe to repeat, to interrupt at any step and to run in several processes at once. The position of the receipt.
 * @throws ErasureInterrupted
 */
export async function finishErasure(dependencies: ErasingDependencies, userId: string, now: Date): Promise<bigint> {
  const { commandHandler } = dependencies;
  const stream = userStream(userId);
  const commandContext = systemContext("erasures", now);
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "erased") throw new ErasureInterrupted("the erasure has not started");
  if (!state.isDone) {
    // While there is the key: afterwards, nobody can tell which identifiers the account had, and where its receipt goes.
    await addressReceipt(dependencies, state, now);
    const parts = { userId, ended: ["hardwareKeys", "twoFactor", "trustedBrowsers"], periods: [everyTime] } as const;
    if (isRefused(await endFactors(commandHandler, parts, commandContext))) throw interrupted();
    const isReleased =
      (await endApplications(commandHandler, userId, commandContext)) &&
      (await endDecoys(dependencies, userId, commandContext)) &&
      (await releaseLeft(dependencies, userId, commandContext));
    if (!isReleased) throw interrupted();
    await unlistAdmin(commandHandler, userId, commandContext);
    await destroyPersonKey({ ...dependencies, now }, userId);
  }
  const command = { type: "finish-erasure" } as const;
  const finished = await commandHandler.handle({ decider: user, stream, command, person: null, commandContext });
  if (isRefused(finished)) throw interrupted();
  return finished.position;
}

/** Admins give the role back before they are erased. An older backup has it again. */
async function unlistAdmin(commandHandler: CommandHandler, userId: string, commandContext: CommandContext) {
  const command = { type: "unlist-erased", userId } as const;
  const parts = { decider: roster, stream: adminsStream, command, person: null, commandContext };
  if (isRefused(await commandHandler.handle(parts))) throw interrupted();
}

const interrupted = () => new ErasureInterrupted("other writers came first");

async function addressReceipt(
  { commandHandler, keyring }: ErasingDependencies,
  { receiptId, email, isAddressProven }: ErasedUser,
  now: Date,
): Promise<void> {
  if (email === null || !isAddressProven) return;
  const stream = erasureReceiptStream(receiptId);
  const { state } = await commandHandler.load(receiptAddress, stream);
  if (state.isWritten) return;
  await keyring.createPersonKey(receiptId);
  const command = { type: "write", receiptId, email } as const;
  const commandContext = systemContext("erasures", now);
  const written = await commandHandler.handle({
    decider: receiptAddress,
    stream,
    command,
    person: receiptId,
    commandContext,
  });
  if (isRefused(written)) throw interrupted();
}
