import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { hardwareKeysStream, type Position, secondFactorsStream } from "@attestory/events/envelope.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Period } from "../second-factors/second-factors-command.ts";

const additions = new Set<string>(["HardwareKeyAdded", "TwoFactorEnabled", "RecoveryCodesIssued"]);

/** The events of a user that added hardware keys, an authenticator app and recovery codes. */
export async function factorsAdded(log: Pick<EventLog, "read">, userId: string): Promise<RecordedEvent[]> {
  const streams = await Promise.all([log.read(hardwareKeysStream(userId)), log.read(secondFactorsStream(userId))]);
  return streams.flatMap(({ events }) => events).filter(({ type }) => additions.has(type));
}

interface Dependencies {
  log: EventLog;
  commandHandler: CommandHandler;
}

/** The end of the log, once this process has appended all that it had checked before. */
export async function settledHead({ log, commandHandler }: Dependencies): Promise<Position> {
  await commandHandler.settled();
  return log.head();
}

interface End {
  userId: string;
  /** Where the sessions ended. */
  end: Position;
  /** They ended in an earlier call, which may have died. */
  isRepeat: boolean;
}

/**
 * When second factors and recovery codes were added by sessions that have ended. The call that ends them waits for what was checked before, and
 * is appended only now. Goes by the positions of the log: a call has the time of its beginning, so one which began later may append earlier,
 * and the clocks of processes differ.
 */
export async function factorsAddedUntil(
  { log, commandHandler }: Dependencies,
  { userId, end, isRepeat }: End,
): Promise<Period[]> {
  const until = isRepeat ? end : await settledHead({ log, commandHandler });
  const added = await factorsAdded(log, userId);
  return added.flatMap(({ position, recordedAt: at }) => (position <= until ? [{ from: at, to: at }] : []));
}

/** Every time, by whatever clock. */
export const everyTime: Period = { from: new Date(-8.64e15), to: new Date(8.64e15) };
