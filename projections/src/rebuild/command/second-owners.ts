import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { scanToEnd } from "@attestory/event-store/log/scan-to-end.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { secondOwner } from "@attestory/events/second-owner.ts";

const claims: ReadonlySet<string> = new Set<AttestoryEvent["type"]>(["IdentifierClaimed"]);
const pageSize = 2000;

export interface SecondOwner {
  position: Position;
  fault: string;
}

/** Where the log gives an address or a username to a second person while the first one owns it. @throws the signal's reason */
export async function* secondOwners(
  log: Pick<EventLog, "scan" | "read">,
  signal: AbortSignal,
): AsyncGenerator<SecondOwner> {
  for await (const { events } of scanToEnd(log, { after: 0n, types: claims, pageSize, signal })) {
    for (const event of events) {
      const before = async () => (await log.read(event.stream, event.version - 2, 1)).events[0] ?? null;
      const fault = await secondOwner(event, before);
      if (fault !== null) yield { position: event.position, fault };
    }
  }
  signal.throwIfAborted();
}
