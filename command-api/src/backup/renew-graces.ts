import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scanToEnd } from "@attestory/event-store/log/scan-to-end.ts";
import { systemEvent } from "@attestory/event-store/log/system-event.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { graceMs } from "@attestory/events/erasure-events.ts";

const types: ReadonlySet<string> = new Set(["ErasureRequested", "ErasureCancelled", "ErasureStarted"]);

/** Of whom the events so far, in the order of the log, say that an erasure is requested. Changes the set. */
export function noteRequest(userIds: Set<string>, { type, data }: AttestoryEvent): void {
  if (type === "ErasureRequested") userIds.add(data.userId);
  else if (type === "ErasureCancelled" || type === "ErasureStarted") userIds.delete(data.userId);
}

/** Whose erasure is requested in a log. */
export async function requestedIn(log: Pick<EventLog, "scan">): Promise<ReadonlySet<string>> {
  const userIds = new Set<string>();
  for await (const { events } of scanToEnd(log, { after: 0n, types })) {
    for (const event of events) noteRequest(userIds, event);
  }
  return userIds;
}

interface Renewal extends Pick<Stores, "log" | "keyring" | "sealing"> {
  now: Date;
}

/**
 * Lets the grace begin anew for those whose erasure is requested in a log that is about to be in use again. It may be over since, and
 * whether they kept their account after that is not in this log.
 */
export async function renewGraces({ log, keyring, sealing, now }: Renewal, requested: Iterable<string>): Promise<void> {
  const erasesAt = new Date(now.getTime() + graceMs).toISOString();
  const keys = await keyring.personKeys(requested);
  for (const userId of keys.keys()) {
    const stream = userStream(userId);
    const event = systemEvent({ type: "ErasureRequested", data: { userId, erasesAt } }, { id: "erasures", now });
    const { version } = await log.read(stream, 0, 1);
    await log.append(stream, version, await sealing.seal(stream, [event]));
  }
}
