import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { hardwareKeysStream, type Position, secondFactorsStream } from "@attestory/events/envelope.ts";
import type { Period } from "../second-factors/decide-disowning.ts";

const additions = new Set<string>(["HardwareKeyAdded", "TwoFactorEnabled", "RecoveryCodesIssued"]);

/** The events of a user that added hardware keys, an authenticator app and recovery codes. */
export async function factorsAdded(log: EventLog, userId: string): Promise<RecordedEvent[]> {
  const streams = await Promise.all([log.read(hardwareKeysStream(userId)), log.read(secondFactorsStream(userId))]);
  return streams.flatMap(({ events }) => events).filter(({ type }) => additions.has(type));
}

/**
 * When second factors and recovery codes were added before a position. Not before a time: a call has that of its beginning, so one which began
 * later may append earlier, and the clocks of processes differ.
 */
export async function factorsAddedBefore(log: EventLog, userId: string, before: Position): Promise<Period[]> {
  const added = await factorsAdded(log, userId);
  return added.flatMap(({ position, recordedAt: at }) => (position < before ? [{ from: at, to: at }] : []));
}

/** Every time, by whatever clock. */
export const everyTime: Period = { from: new Date(-8.64e15), to: new Date(8.64e15) };
