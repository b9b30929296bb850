import type { StoredEvent } from "@attestory/events/envelope.ts";
import { ProofFault } from "./failure-reason.ts";
import type { ReadableLog } from "./log-up-to.ts";

const pageSize = 1000;
/** Between two pages, for threads with other work. */
const yieldToOthers = () => new Promise(setImmediate);

/** Returns how many events both logs have. Positions may differ: a restored log counts them anew. @throws ProofFault */
export async function compareLogs(own: ReadableLog, restored: ReadableLog): Promise<number> {
  const copies = eventsOf(restored);
  let events = 0;
  for await (const event of eventsOf(own)) {
    const { value: copy } = await copies.next();
    if (!copy) throw new ProofFault(`the backup lacks the event at position ${event.position}`);
    if (!isSame(event, copy)) throw new ProofFault(`the event at position ${event.position} is another in the backup`);
    events++;
  }
  if (!(await copies.next()).done) throw new ProofFault(`the backup has more than the ${events} events of the log`);
  return events;
}

async function* eventsOf(log: ReadableLog): AsyncGenerator<StoredEvent, undefined> {
  for (let page = await log.readStored(0n, pageSize); page.length > 0; ) {
    yield* page;
    await yieldToOthers();
    page = await log.readStored(page.at(-1)?.position ?? 0n, pageSize);
  }
}

const compared = [
  "id",
  "stream",
  "version",
  "type",
  "schemaVersion",
  "recordedAt",
  "person",
  "data",
  "metadata",
] as const satisfies (keyof StoredEvent)[];

const isSame = (one: StoredEvent, other: StoredEvent): boolean =>
  compared.every((field) => one[field] === other[field]) && isSameBytes(one.sealed, other.sealed);

const isSameBytes = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
