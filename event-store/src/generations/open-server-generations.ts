import type { EventLog } from "../log/event-log.ts";
import { NewEventStoreDbLog } from "../log/eventstoredb/new-log.ts";
import { removeEventStoreDbLog } from "../log/eventstoredb/remove-log.ts";
import { openEventLog } from "../log/open-event-log.ts";
import { removeMongoGeneration } from "../mongodb/remove-generation.ts";
import { openStores, type StoresLocation, waitingReporter } from "../open-stores.ts";
import { openVault } from "../vault/open-vault.ts";
import {
  type GenerationRecord,
  GenerationsFault,
  nextGeneration,
  type StoredRecord,
  withActive,
} from "./generation-record.ts";
import type { Generations } from "./generations.ts";
import { openGenerationRecord } from "./open-generation-record.ts";

export interface ServersLocation extends Omit<StoresLocation, "generation"> {
  /** A `mongodb://` connection string. The documents of a generation are removed with it. */
  readStore: string;
  /** The event store's address with a user who may delete streams. Left out: that of the log may. */
  eventLogAdmin?: string | undefined;
}

/** The generations on servers. Processes of the service notice that another one is active, and stop. */
export async function openServerGenerations(location: ServersLocation): Promise<Generations> {
  const onWaiting = waitingReporter(location.reportError);
  return new ServerGenerations(location, await openGenerationRecord({ url: location.vault, onWaiting }));
}

const pageSize = 1000;

class ServerGenerations implements Generations {
  readonly #location: ServersLocation;
  readonly #record: StoredRecord;
  /** The end of the active log when an import began. */
  #activeHead = 0n;

  constructor(location: ServersLocation, record: StoredRecord) {
    this.#location = location;
    this.#record = record;
  }

  read(): Promise<GenerationRecord> {
    return this.#record.read();
  }

  /** Reads the whole log. */
  bytes(generation: number): Promise<number> {
    return this.#withLog(generation, async (log) => {
      let bytes = 0;
      for (let page = await log.readStored(0n, pageSize); page.length > 0; ) {
        for (const { data, metadata, sealed } of page) bytes += data.length + metadata.length + (sealed?.length ?? 0);
        page = await log.readStored(page.at(-1)?.position ?? 0n, pageSize);
      }
      return bytes;
    });
  }

  async openActive() {
    const { active } = await this.read();
    return (await this.#head(active)) === 0n ? null : this.open(active);
  }

  openVault(generation: number, { writes } = { writes: false }) {
    const { vault, reportError } = this.#location;
    return openVault({ url: vault, generation, writes, onFault: (error) => reportError("vault", error) });
  }

  open(generation: number) {
    return openStores({ ...this.#location, generation });
  }

  async begin(above: number): Promise<number> {
    const before = await this.read();
    const generation = nextGeneration(above, before);
    this.#activeHead = await this.#head(before.active);
    // Events that were written are never gone for certain: the number of an unfinished generation is used up, too.
    await this.#record.replace(before, { ...before, highest: generation, unfinished: generation });
    return generation;
  }

  async openNew(generation: number) {
    const { vault: url, reportError } = this.#location;
    const onFault = (error: Error) => reportError("vault", error);
    const vault = await openVault({ url, generation, writes: true, onFault });
    const log = new NewEventStoreDbLog(await this.#openLog(generation, true));
    return {
      log,
      vault,
      async close() {
        log.abandon();
        await vault.close();
      },
    };
  }

  async activate(generation: number): Promise<void> {
    const before = await this.read();
    const isNew = generation === before.unfinished;
    if (isNew && (await this.#head(before.active)) !== this.#activeHead) {
      throw new GenerationsFault("the service has written events meanwhile: stop all of its processes first");
    }
    // An empty log is nothing to go back to.
    const whole = isNew && this.#activeHead === 0n ? [] : before.whole;
    await this.#record.replace(before, withActive(generation, { ...before, whole }));
  }

  async removeUnfinished(): Promise<void> {
    const { unfinished } = await this.read();
    if (unfinished === null) return;
    // The keys first: without them, nobody can read what is personal in the events.
    await removeMongoGeneration(this.#location, unfinished);
    const { eventLog, eventLogAdmin: url = eventLog } = this.#location;
    await removeEventStoreDbLog({ url, generation: unfinished });
    const before = await this.read();
    if (before.unfinished === unfinished) await this.#record.replace(before, { ...before, unfinished: null });
  }

  async remove(generation: number): Promise<void> {
    await this.removeUnfinished();
    const before = await this.read();
    if (generation === before.active) throw new TypeError("the active generation cannot be removed");
    const whole = before.whole.filter((each) => each !== generation);
    await this.#record.replace(before, { ...before, whole, unfinished: generation });
    await this.removeUnfinished();
  }

  close(): Promise<void> {
    return this.#record.close();
  }

  #head(generation: number): Promise<bigint> {
    return this.#withLog(generation, (log) => log.head());
  }

  async #withLog<Result>(generation: number, read: (log: EventLog) => Promise<Result>): Promise<Result> {
    const log = await this.#openLog(generation, false);
    try {
      return await read(log);
    } finally {
      await log.close();
    }
  }

  #openLog(generation: number, writes: boolean): Promise<EventLog> {
    const { eventLog: url, reportError } = this.#location;
    return openEventLog({ url, generation, writes, onFault: (error) => reportError("event log", error) });
  }
}
