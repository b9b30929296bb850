import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { BuildInProgress } from "../../store/builds.ts";
import type { HeldBuild } from "./held-documents.ts";

/** How many builds are being finished at once. */
const finishedAhead = 3;

/** A build that has all events, but holds documents. */
export interface Unwritten {
  projection: Projection;
  build: Pick<HeldBuild, "flush">;
  inProgress: Pick<BuildInProgress, "seal">;
}

/** Finishes builds in their order. While the caller takes one over, the next ones are written already. */
export async function* finishAhead<One extends Unwritten>(
  begun: readonly One[],
  signal: AbortSignal,
): AsyncGenerator<One> {
  const underWay: Promise<One>[] = [];
  const beginNext = (at: number) => {
    const next = begun[at];
    if (!next) return;
    const finished = finish(next, signal);
    // Its turn to be awaited comes later, or not at all.
    finished.catch(() => undefined);
    underWay.push(finished);
  };
  try {
    for (let at = 0; at < finishedAhead; at++) beginNext(at);
    for (let at = finishedAhead; underWay.length > 0; at++) {
      signal.throwIfAborted();
      yield (await underWay.shift()) as One;
      beginNext(at);
    }
  } finally {
    // What is still being written cannot be dropped yet.
    await Promise.allSettled(underWay);
  }
}

async function finish<One extends Unwritten>(one: One, signal: AbortSignal): Promise<One> {
  signal.throwIfAborted();
  await one.build.flush();
  tracepoint("build written", () => one.projection.name);
  await one.inProgress.seal();
  tracepoint("build sealed", () => one.projection.name);
  return one;
}
