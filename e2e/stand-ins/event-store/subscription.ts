import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ReadReq } from "@eventstore/db-client/generated/streams_pb.js";
import { thrownByHandler, tooSlow } from "./failures.ts";
import { type Filter, filterOf } from "./filter.ts";
import { flowing, type ReadCall } from "./flowing.ts";
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from "./messages.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./stored-record.ts";

/** The number of undelivered events at which a live subscriber counts as too slow. */
const liveBuffer = 32;
/** How long the network may take to accept one more, in milliseconds. */
const patienceMs = 20;
const pageSize = 500;

/** The position to continue after; null if the server would refuse it. */
function startOf(store: Store, all: ReadReq.Options.AllOptions | undefined): number | null {
  const place = all?.getPosition();
  if (!place) return all?.hasEnd() ? store.head() : 0;
  const position = Number(place.getCommitPosition());
  const has = position === 0 || position > store.head() || store.stands(position);
  return has && Number(place.getPreparePosition()) <= position ? position : null;
}

/** Reports now and then how far the subscription has read, including records that it does not want. */
function checkpoints(call: ReadCall, { checkpointEvery }: Filter) {
  let considered = 0;
  return ({ position }: StoredRecord) => {
    considered++;
    if (checkpointEvery && considered % checkpointEvery === 0) call.write(checkpointMessage(position));
  };
}

/** Sends every record after the position, as fast as the client reads, until there are no more at that moment. */
async function catchUp(
  store: Store,
  call: ReadCall,
  { after, filter }: { after: number; filter: Filter },
): Promise<void> {
  const considered = checkpoints(call, filter);
  let last = after;
  while (!call.cancelled) {
    const page = store.readAll(last + 1, { limit: pageSize, backwards: false });
    if (page.length === 0) break;
    for (const record of page) {
      last = record.position;
      const flows = !filter.wants(record) || call.write(eventMessage(record));
      considered(record);
      if (!flows) await flowing(call);
    }
    // Lets other tasks run between two pages.
    await new Promise(setImmediate);
  }
}

/** Sends new records as they are committed; ends the subscription if the client reads too slowly. */
function goLive(store: Store, call: ReadCall, filter: Filter): void {
  const considered = checkpoints(call, filter);
  const queue: StoredRecord[] = [];
  let outstanding = 0;
  let sending = false;
  const send = async () => {
    sending = true;
    for (let record = queue.shift(); record && !call.cancelled; record = queue.shift()) {
      if (outstanding >= liveBuffer) await wait(patienceMs);
      if (outstanding >= liveBuffer) {
        stop();
        call.emit("error", tooSlow);
        return;
      }
      outstanding++;
      call.write(eventMessage(record), () => outstanding--);
      considered(record);
    }
    sending = false;
  };
  const listen = (records: StoredRecord[]) => {
    queue.push(...records.filter(filter.wants));
    if (!sending) void send();
  };
  const stop = () => {
    queue.length = 0;
    store.commits.off("committed", listen);
  };
  store.commits.on("committed", listen);
  call.once("cancelled", stop);
}

/** A subscription to all streams: catches up, reports that once, and continues live. */
export async function subscribe(store: Store, call: ReadCall, options: ReadReq.Options): Promise<void> {
  let filter: Filter;
  try {
    filter = filterOf(options);
  } catch {
    call.emit("error", thrownByHandler);
    return;
  }
  const start = options.hasAll() ? startOf(store, options.getAll()) : null;
  if (start === null) {
    call.emit("error", thrownByHandler);
    return;
  }
  call.write(confirmationMessage(randomUUID()));
  await catchUp(store, call, { after: start, filter });
  call.write(caughtUpMessage());
  // Nothing was committed since the last page, which was empty, because no other task ran in between.
  if (!call.cancelled) goLive(store, call, filter);
}
