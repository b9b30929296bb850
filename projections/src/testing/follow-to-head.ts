import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { type Checkpoints, type FollowerParts, follow, type ProjectionFault } from "../follower/follower.ts";
import type { Projection } from "../read-models/projection.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";

interface Followed {
  faults: ProjectionFault[];
  reportedErrors: unknown[];
  pauses: number[];
}

/** For tests: runs a follower from the checkpoints until it has processed all of the log, or stopped. Pauses take no time. */
export async function followToHead(
  { log, sealing, store }: Pick<ScratchService, "log" | "sealing"> & { store: ReadStoreWriter },
  projections: readonly Projection[],
  instead: Partial<FollowerParts> = {},
): Promise<Followed> {
  const head = await log.head();
  const checkpoints: Checkpoints = new Map();
  for (const projection of projections) checkpoints.set(projection, await store.checkpoint(projection.name));
  const stop = new AbortController();
  const stopAtHead = () => {
    if ([...checkpoints.values()].every((position) => position >= head)) stop.abort();
  };
  const followed: Followed = { faults: [], reportedErrors: [], pauses: [] };
  const parts: FollowerParts = {
    log,
    sealing,
    store,
    onProgress: stopAtHead,
    onFault: (fault) => {
      followed.faults.push(fault);
      stopAtHead();
    },
    reportError: (error) => followed.reportedErrors.push(error),
    pause: async (ms) => {
      followed.pauses.push(ms);
    },
    ...instead,
  };
  stopAtHead();
  await follow(checkpoints, parts, stop.signal);
  return followed;
}
