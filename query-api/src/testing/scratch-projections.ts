import { setTimeout as wait } from "node:timers/promises";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { type Progress, ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { allProjections, projectionNames } from "@attestory/projections/read-models/all-projections.ts";
import { openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { startProjections } from "@attestory/projections/testing/start-projections.ts";

export interface ScratchProjections {
  progress: Progress;
  stop(): Promise<void>;
}

/** Runs the projections as the service does, in a thread of their own. Resolves once they have reported their progress. */
export const runningProjections = async (service: ScratchService): Promise<ScratchProjections> => {
  const projections = await startProjections(service);
  while (!Number.isFinite(projections.progress.lagSeconds(projectionNames))) await wait(5);
  return projections;
};

const never = 2 ** 31 - 1;

/** The same, but requests wait for them without limit: a slow test machine may pause for longer than the product waits. */
export const patientProjections = async (service: ScratchService): Promise<ScratchProjections> => {
  const { progress, stop } = await runningProjections(service);
  return {
    progress: {
      waitForPosition: (names, position) => progress.waitForPosition(names, position, never),
      lagSeconds: () => 0,
      position: (names) => progress.position(names),
    },
    stop,
  };
};

/** Progress that holds each request until the test calls `fold` or `giveUp`, however long that takes. */
class HeldProgress extends ReportedProgress {
  /** How long each request was ready to wait, in milliseconds. */
  readonly patience: number[] = [];
  #waits = Promise.withResolvers<void>();

  override waitForPosition(names: readonly string[], position: Position, ms: number): Promise<boolean> {
    if (this.position(names) >= position) return Promise.resolve(true);
    const waitForPosition = super.waitForPosition(names, position, never);
    this.patience.push(ms);
    this.#waits.resolve();
    this.#waits = Promise.withResolvers();
    return waitForPosition;
  }

  /** Resolves when the next request starts to wait. */
  waits(): Promise<void> {
    return this.#waits.promise;
  }
}

/** Projections that apply events when the test calls `fold` and are fresh unless it sets `lag`. Three requests may wait at once. */
export class HeldProjections implements ScratchProjections {
  readonly progress: HeldProgress;
  /** Seconds since the read models were last known to be up to date with the log. */
  lag = 0;
  readonly #service: ScratchService;

  constructor(service: ScratchService) {
    this.#service = service;
    this.progress = new HeldProgress(() => this.lag * 1000, 3);
    this.progress.update({ positions: new Map(), asOf: new Map(projectionNames.map((name) => [name, 0])) });
  }

  async fold(): Promise<void> {
    const store = await openReadStoreWriter(this.#service);
    await followToHead({ ...this.#service, store }, allProjections);
    const position = await store.checkpoint(projectionNames[0] ?? "");
    await store.close();
    this.progress.update({ positions: new Map(projectionNames.map((name) => [name, position])), asOf: new Map() });
  }

  /** Ends the wait of every waiting request, as a timeout would. */
  giveUp(): void {
    this.progress.end();
  }

  async stop(): Promise<void> {
    this.progress.end();
  }
}
