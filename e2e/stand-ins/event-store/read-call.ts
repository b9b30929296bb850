import type { ReadReq } from "@eventstore/db-client/generated/streams_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { thrownByHandler, unexpectedResult } from "./failures.ts";
import { type Filter, filterOrNull } from "./filter.ts";
import { flowing, type ReadCall } from "./flowing.ts";
import { eventMessage, streamNotFoundMessage } from "./messages.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./stored-record.ts";
import { subscribe } from "./subscription.ts";

const pageSize = 500;
const theEnd = Number.MAX_SAFE_INTEGER;

async function send(call: ReadCall, records: readonly StoredRecord[]): Promise<void> {
  for (const record of records) if (!call.write(eventMessage(record))) await flowing(call);
}

/** Writes page by page, no faster than the client reads. */
async function pour(
  call: ReadCall,
  limit: number,
  pageAfter: (last: StoredRecord | undefined, limit: number) => StoredRecord[],
): Promise<void> {
  let last: StoredRecord | undefined;
  for (let left = limit; left > 0 && !call.cancelled; ) {
    const page = pageAfter(last, Math.min(left, pageSize));
    await send(call, page);
    if (page.length < Math.min(left, pageSize)) break;
    left -= page.length;
    last = page.at(-1);
  }
  call.end();
}

/** Considers a window of records at a time, and writes those that the filter wants, until it has written so many. */
async function pourFiltered(store: Store, call: ReadCall, asked: FilteredRequest): Promise<void> {
  const { limit, backwards, from, filter } = asked;
  let [next, left] = [from, limit];
  while (left > 0 && !call.cancelled) {
    const size = filter.window ?? Math.min(left, pageSize);
    const page = store.readAll(next, { limit: size, backwards });
    const wanted = page.filter(filter.wants).slice(0, left);
    await send(call, wanted);
    left -= wanted.length;
    const last = page.at(-1);
    if (!last || page.length < size) break;
    next = last.position + (backwards ? 0 : 1);
    await new Promise(setImmediate);
  }
  call.end();
}

interface FilteredRequest {
  filter: Filter;
  limit: number;
  backwards: boolean;
  from: number;
}

interface ReadRequest {
  options: ReadReq.Options;
  limit: number;
  backwards: boolean;
}

/** The stream that is read, or `$all`. */
export function readOf(call: ReadCall): string {
  const stream = call.request.getOptions()?.getStream()?.getStreamIdentifier();
  return stream ? Buffer.from(stream.getStreamName_asU8()).toString("utf8") : "$all";
}

function readStream(store: Store, call: ReadCall, { options, limit, backwards }: ReadRequest) {
  const asked = options.getStream();
  const name = readOf(call);
  if (limit === 0) return call.emit("error", unexpectedResult("ReadStreamResult"));
  if (store.lastRevision(name) === -1 || store.lastRevision(`$$${name}`) !== -1) {
    call.write(streamNotFoundMessage(name));
    return call.end();
  }
  const revision = asked?.hasEnd() ? theEnd : Number(asked?.getRevision() || 0);
  const from = Math.min(revision, theEnd);
  const step = backwards ? -1 : 1;
  return pour(call, limit, (last, most) =>
    store.readStream(name, last ? last.revision + step : from, { limit: most, backwards }),
  );
}

function readAll(store: Store, call: ReadCall, { options, limit, backwards }: ReadRequest) {
  const place = options.getAll()?.getPosition();
  const from = place ? Number(place.getCommitPosition()) : options.getAll()?.hasEnd() ? theEnd : 0;
  if (place && Number(place.getPreparePosition()) > from) return call.emit("error", thrownByHandler);
  const exact = from === 0 || from > store.head() || store.stands(from);
  if (!exact || limit === 0) return call.emit("error", unexpectedResult("ReadAllResult"));
  const filter = filterOrNull(options);
  if (filter === null) return call.emit("error", thrownByHandler);
  return pourFiltered(store, call, { limit, backwards, from, filter });
}

/** The Read call: reads one stream or all, once or as a subscription to all. */
export function answerRead(store: Store, call: ReadCall): unknown {
  const options = call.request.getOptions();
  if (!options) return call.emit("error", thrownByHandler);
  if (options.hasSubscription()) return subscribe(store, call, options);
  const limit = Math.min(Number(options.getCount()), Number.MAX_SAFE_INTEGER);
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  return (options.hasStream() ? readStream : readAll)(store, call, { options, limit, backwards });
}
