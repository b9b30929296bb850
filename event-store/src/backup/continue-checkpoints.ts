import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  claimsProgressStream,
  dueErasuresProgressStream,
  emailChangesProgressStream,
  erasuresProgressStream,
  lapsesProgressStream,
  lateErasuresProgressStream,
  logoutsProgressStream,
  mailProgressStream,
  startedErasuresProgressStream,
} from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Place } from "../log/new-log.ts";
import { systemEvent } from "../log/system-event.ts";
import type { Sealing } from "../vault/sealing.ts";

const progressStreams = [
  mailProgressStream,
  claimsProgressStream,
  lapsesProgressStream,
  emailChangesProgressStream,
  erasuresProgressStream,
  lateErasuresProgressStream,
  dueErasuresProgressStream,
  startedErasuresProgressStream,
  logoutsProgressStream,
];

interface Parts {
  log: Pick<EventLog, "read" | "append">;
  sealing: Pick<Sealing, "seal">;
  now: Date;
}

/**
 * Workers keep in the log up to which position they have come. In a log with other positions, each of these streams gets one more event,
 * with the same place or one shortly before it: what workers do again has no effect. `places` are in order.
 */
export async function continueCheckpoints({ log, sealing, now }: Parts, places: readonly Place[]): Promise<void> {
  for (const stream of progressStreams) {
    const { version } = await log.read(stream, 0, 1);
    const newest = version === 0 ? undefined : (await log.read(stream, version - 1)).events[0];
    if (!newest || !("position" in newest.data)) continue;
    const reached = BigInt(newest.data.position);
    const to = places.findLast(({ from }) => from <= reached)?.to ?? 0n;
    const event = { type: newest.type, data: { position: String(to) } } as AttestoryEvent;
    await log.append(stream, version, await sealing.seal(stream, [systemEvent(event, { id: "import", now })]));
  }
}
