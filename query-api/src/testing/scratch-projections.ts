import { setTimeout as wait } from "node:timers/promises";
import type { ScratchService } from "@attestory/events/testing/scratch-service.ts";
import { allProjections } from "@attestory/projections/all-projections.ts";
import { startEmbeddedProjections } from "@attestory/projections/embedded-projections.ts";
import { type Progress, ReportedProgress } from "@attestory/projections/progress.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";

export interface ScratchProjections {
  progress: Progress;
  stop(): Promise<void>;
}

const names = allProjections.map(({ name }) => name);

/** The projections as the service runs them: in a thread of their own, and not to be read before they have told how far they are. */
export const runningProjections = async (service: ScratchService): Promise<ScratchProjections> => {
  const { dataDir, generation, masterKey } = service;
  const fail = (what: unknown) => {
    throw new Error(`the projections failed: ${String(what)}`);
  };
  const hears = { onDeath: fail, onFault: fail, onTrouble: fail };
  const projections = await startEmbeddedProjections({ dataDir, generation, masterKey, ...hears });
  while (!Number.isFinite(projections.progress.lagSeconds(names))) await wait(5);
  return projections;
};

/** Projections that fold when the test says so, and count as fresh while it does not set `lag`. */
export class HeldProjections implements ScratchProjections {
  readonly progress: ReportedProgress;
  /** Seconds since the read models were known to hold all of the log. */
  lag = 0;
  readonly #service: ScratchService;

  constructor(service: ScratchService) {
    this.#service = service;
    this.progress = new ReportedProgress(() => this.lag * 1000, 3);
    this.progress.tell({ positions: new Map(), asOf: new Map(names.map((name) => [name, 0])) });
  }

  async fold(): Promise<void> {
    const store = await openReadStoreWriter(this.#service);
    await followToHead(this.#service, store, allProjections);
    const position = await store.checkpoint(names[0] ?? "");
    await store.close();
    this.progress.tell({ positions: new Map(names.map((name) => [name, position])), asOf: new Map() });
  }

  async stop(): Promise<void> {
    this.progress.end();
  }
}
