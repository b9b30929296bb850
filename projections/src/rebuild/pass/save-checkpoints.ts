import type { Position } from "@attestory/events/envelope.ts";
import { eachAtMost } from "@attestory/runtime/each-at-most.ts";
import type { BuildInProgress } from "../../store/builds.ts";
import type { Checkpoint } from "../../store/read-store.ts";
import { yieldToOthers } from "./build-to-head.ts";
import type { HeldBuild } from "./held-documents.ts";

/** How much of a pass is repeated at most after its process was killed. */
export interface SaveEvery {
  events: Position;
  ms: number;
}

const defaultEvery: SaveEvery = { events: 100_000n, ms: 30_000 };
/** How many builds are written at once: the server works on one while another is sent. */
const atOnce = 4;

interface Saved {
  build: Pick<HeldBuild, "save">;
  inProgress: Pick<BuildInProgress, "isContinuable">;
  /** It holds every event up to this position. */
  from: Position;
}

/**
 * Writes everything that is held, and then the checkpoints, from time to time: from there a pass can go on whose process was killed.
 * Does nothing for builds that cannot be continued. Runs between two batches.
 */
export function checkpointsOf<One extends Saved>(
  builds: readonly One[],
  hasFailed: (one: One) => boolean,
  every: SaveEvery = defaultEvery,
): (reached: Checkpoint) => Promise<void> {
  const saved = builds.filter(({ inProgress }) => inProgress.isContinuable);
  let at: Position | null = null;
  let time = performance.now();
  return async (reached) => {
    const done = reached.position;
    await yieldToOthers();
    at ??= done;
    const isDue = done - at >= every.events || performance.now() - time >= every.ms;
    if (!isDue) return;
    const behind = saved.filter((one) => one.from < done && !hasFailed(one));
    await eachAtMost(atOnce, behind, ({ build }) => build.save(reached));
    at = done;
    time = performance.now();
  };
}
