import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Sealing } from "../vault/sealing.ts";
import { newEvent } from "./new-event.ts";

/** Appends an event whose seal does not open: as if it had been encrypted with another key. */
export async function appendDamaged(
  { log, sealing }: { log: EventLog; sealing: Sealing },
  { stream, event }: { stream: StreamName; event: AttestoryEvent },
  said: Partial<NewEvent>,
): Promise<Position> {
  const { version } = await log.read(stream);
  const sealed = await sealing.seal(stream, [newEvent(event, said)], { isFirst: version === 0 });
  const damaged = sealed.map((one) => ({ ...one, sealed: one.sealed?.map((byte) => byte ^ 1) ?? null }));
  return log.append(stream, version, damaged);
}
