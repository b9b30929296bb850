import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scanToEnd } from "@attestory/event-store/log/scan-to-end.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { lapsesProgressStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { lapseRegistration } from "../identifiers/lapse-registration.ts";
import { progressOf } from "../log-workers/progress.ts";

const decoys = new Set(["DecoyRegistered"]);

interface Dependencies {
  log: EventLog;
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** Ends the decoys of an erased person: read models hold the person's address in them. Returns false if other writers came first. */
export async function endDecoys(
  dependencies: Dependencies,
  ownerId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  for await (const userId of decoysOf(dependencies, ownerId)) {
    const lapse = { userId, reason: "disowned" } as const;
    const ended = await lapseRegistration(dependencies, lapse, stepContext(commandContext));
    if (isRefused(ended) && ended.refused === "conflict") return false;
  }
  return true;
}

/**
 * All that are older than the checkpoint of the worker that ends unverified registrations have ended already, so only the newest week of the log
 * is read.
 */
async function* decoysOf({ log, commandHandler }: Dependencies, ownerId: string): AsyncGenerator<string> {
  const { state } = await commandHandler.load(progressOf("LapsesProgressed"), lapsesProgressStream);
  for await (const { events } of scanToEnd(log, { after: state.position, types: decoys })) {
    for (const { type, data } of events) {
      if (type === "DecoyRegistered" && data.ownerId === ownerId) yield data.userId;
    }
  }
}
