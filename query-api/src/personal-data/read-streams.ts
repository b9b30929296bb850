import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";

type Log = Pick<EventLog, "read">;

/** A stream, of which nothing before this position is asked for. */
export interface OpenedLater {
  stream: StreamName;
  from: Position;
}

/** Events that are held of one stream at a time. */
const pageSize = 50;

/** The events of a stream, a page at a time. */
export async function* eventsOf(log: Log, stream: StreamName): AsyncGenerator<RecordedEvent, undefined> {
  for (let after = 0; ; ) {
    const { events, version } = await log.read(stream, after, pageSize);
    yield* events;
    after = events.at(-1)?.version ?? version;
    if (after >= version) return;
  }
}

/** A stream that is being read. */
interface Open {
  next: RecordedEvent;
  rest: AsyncGenerator<RecordedEvent, undefined>;
}

/**
 * The events of streams in the order of the log. `later` has the streams by the position from which they are due: each is opened when its turn
 * comes, and forgotten at its end. So there is a page of events in memory of each stream that is open at a time, and no more.
 */
export async function* inLogOrder(
  log: Log,
  streams: readonly StreamName[],
  later: AsyncIterator<OpenedLater>,
): AsyncGenerator<RecordedEvent> {
  /** The one whose event is due next comes last. */
  const open: Open[] = [];
  const goOn = async (rest: Open["rest"]) => {
    const { value } = await rest.next();
    if (!value) return;
    const place = open.findLastIndex(({ next }) => next.position > value.position) + 1;
    open.splice(place, 0, { next: value, rest });
  };
  for (const stream of streams) await goOn(eventsOf(log, stream));
  let coming = await later.next();
  for (;;) {
    while (!coming.done && isDue(coming.value, open.at(-1))) {
      await goOn(eventsOf(log, coming.value.stream));
      coming = await later.next();
    }
    const due = open.pop();
    if (!due) return;
    yield due.next;
    await goOn(due.rest);
  }
}

const isDue = ({ from }: OpenedLater, first: Open | undefined): boolean => !first || from <= first.next.position;

/** The same in lists of at most `size`. */
export async function* inPages<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let page: Item[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
