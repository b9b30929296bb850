import type { Projection } from "../../read-models/projection.ts";
import { type DropParts, dropSuperseded } from "./drop-superseded.ts";
import { dropUnfinished } from "./drop-unfinished.ts";

/** Drops what killed processes have left, and what this release supersedes. Reports why it could not, and leaves the rest to the next start. */
export async function dropLeftOver(
  projections: readonly Projection[],
  parts: DropParts,
  stop: AbortSignal,
): Promise<void> {
  await dropUnfinished(projections, parts, stop).catch((error: unknown) => {
    if (!stop.aborted) parts.reportError(error);
  });
  await dropSuperseded(projections, parts, stop);
}
