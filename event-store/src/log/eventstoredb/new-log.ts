import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";
import { type EventLog, LogUnavailable, VersionConflict } from "../event-log.ts";
import { Misfit, type NewLog, outOfOrder, type Place } from "../new-log.ts";

/** Limits of one append: fewer bytes than the store accepts, with room for the fields' names. */
const most = { events: 500, bytes: 1 << 19 };
/** How long it waits for a store that does not answer, in milliseconds: an import of hours should not end with a restart of the store. */
const patienceMs = 60_000;
const againMs = 1000;

/** The store keeps ids in this form alone. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A log that is written whole before anyone reads it. The store appends to one stream at a time: each run of events of one stream is an
 * append, and waits for the one before, so that all events keep their order.
 */
export class NewEventStoreDbLog implements NewLog {
  readonly #log: EventLog;
  #end: Position = 0n;

  /** `log`: of a generation that has no events. */
  constructor(log: EventLog) {
    this.#log = log;
  }

  async add(events: readonly StoredEvent[]): Promise<Place[]> {
    const places: Place[] = [];
    for (const [at, run] of runsOf(events))
      places.push({ from: lastOf(run).position, to: await this.#append(at, run) });
    return places;
  }

  async at(stream: StreamName, version: number): Promise<RecordedEvent | null> {
    return (await this.#log.read(stream, version - 1, 1)).events[0] ?? null;
  }

  /** Every event is on the disk once its append is answered. */
  async finish(): Promise<void> {}

  abandon(): void {
    void this.#log.close();
  }

  async #append(at: number, run: Run): Promise<Position> {
    const [{ stream, version, id }] = run;
    if (run.some((event) => !uuid.test(event.id))) throw new Misfit(at, `the id ${id} is no UUID in lower case`);
    const position = await this.#untilAnswered(() => this.#log.append(stream, version - 1, run)).catch(
      async (error) => {
        if (error instanceof VersionConflict)
          throw outOfOrder(at, run[0], (await this.#log.read(stream, 0, 1)).version);
        if (error instanceof TypeError || error instanceof RangeError) throw new Misfit(at, error.message);
        throw error;
      },
    );
    // The store takes events that it has for a repetition of their append.
    if (position <= this.#end) throw new Misfit(at, `version ${version} of ${stream} is there twice`);
    this.#end = position;
    return position;
  }

  /** An append may be repeated: the same events at the same version are the same append. */
  async #untilAnswered(append: () => Promise<Position>): Promise<Position> {
    for (const until = performance.now() + patienceMs; ; ) {
      try {
        return await append();
      } catch (error) {
        if (!(error instanceof LogUnavailable) || performance.now() > until) throw error;
        await pause(againMs);
      }
    }
  }
}

/** Events of one stream that follow each other. */
type Run = [StoredEvent, ...StoredEvent[]];
const lastOf = (run: Run): StoredEvent => run.at(-1) ?? run[0];

/** The events in runs, in their order, each with the index of its first event. */
function* runsOf(events: readonly StoredEvent[]): Generator<[at: number, run: Run]> {
  let run: Run | null = null;
  let [at, bytes] = [0, 0];
  for (const [index, event] of events.entries()) {
    bytes += bytesOf(event);
    if (run && run.length < most.events && bytes <= most.bytes && follows(lastOf(run), event)) {
      run.push(event);
      continue;
    }
    if (run) yield [at, run];
    [run, at, bytes] = [[event], index, bytesOf(event)];
  }
  if (run) yield [at, run];
}

const follows = (before: StoredEvent, { stream, version }: StoredEvent): boolean =>
  stream === before.stream && version === before.version + 1;

/** At most, as the store counts them: ciphertext is stored in base64, and text in UTF-8. */
const bytesOf = ({ data, sealed }: StoredEvent): number => 3 * data.length + 2 * (sealed?.length ?? 0);
