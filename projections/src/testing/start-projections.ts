import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import {
  type EmbeddedProjections,
  type EmbeddedProjectionsOptions,
  startEmbeddedProjections,
} from "../embedded-projections.ts";

const fail = (fault: unknown) => {
  throw new Error(`the projections failed: ${fault instanceof Error ? fault.message : Object.values(fault ?? {})}`);
};

/** For tests: runs the projections of a scratch service in a thread. Unless it is overridden, whatever they report fails the test. */
export const startProjections = (
  { dataDir, generation, masterKey }: ScratchService,
  overrides: Partial<EmbeddedProjectionsOptions> = {},
): Promise<EmbeddedProjections> =>
  startEmbeddedProjections({
    dataDir,
    generation,
    masterKeys: [masterKey],
    log: { info: () => undefined, warn: fail, error: fail },
    onDeath: fail,
    ...overrides,
  });
