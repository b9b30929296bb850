import type { Projection } from "../read-models/projection.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { sinceBoot } from "./progress.ts";
import type { ProgressTracker } from "./progress-tracker.ts";

/** A projection that has held all of the log so short ago is not behind. */
const currentMs = 1000;

interface Following {
  store: Pick<ReadStoreWriter, "compact">;
  tracker: Pick<ProgressTracker, "asOf">;
  /** Those that this process follows. */
  followed: readonly Projection[];
}

/**
 * Removes what files still hold of personal text that was removed, also before this process started. Only while none of the projections
 * is behind: their writes wait meanwhile. @throws as `ReadStoreWriter.compact`
 */
export async function compactWhenCurrent({ store, tracker, followed }: Following): Promise<void> {
  const isCurrent = ({ name }: Projection) => (tracker.asOf.get(name) ?? 0) >= sinceBoot() - currentMs;
  for (const { name } of followed.filter(({ personal }) => personal === "opened")) {
    // After one that took long, the followers come first.
    if (!followed.every(isCurrent)) return;
    await store.compact?.([name], "due");
  }
}
