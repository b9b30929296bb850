import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { hasEventAt, LogReplaced } from "@attestory/event-store/log/replaced-log.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";

/** Compares the event at each checkpoint with the log's. @throws LogReplaced if read models hold events that the log does not */
export async function assertSameLog(
  log: Pick<EventLog, "eventAt">,
  store: Pick<ReadStoreWriter, "checkpoints" | "catalogue">,
): Promise<void> {
  // At rest all projections are at the same event: it is compared once.
  const same = new Set<string>();
  const checkpoints = await store.checkpoints();
  const each = checkpoints.flatMap(({ projection, ahead = [], ...lowest }) =>
    [lowest, ...ahead].map((checkpoint) => ({ projection, ...checkpoint })),
  );
  for (const { projection, position, eventId } of each) {
    const at = `${position} ${eventId}`;
    if (position === 0n || same.has(at)) continue;
    if (await hasEventAt(log, position, eventId)) {
      same.add(at);
      continue;
    }
    throw new LogReplaced(
      `${projection} was folded up to event ${eventId} at position ${position}, which this log does not have there: ` +
        `an older log was restored. Find the newer log; if there is none, stop the service and delete ${store.catalogue}`,
    );
  }
}
