import type { Projection } from "../read-models/projection.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { sinceBoot } from "./progress.ts";
import type { ProgressTracker } from "./progress-tracker.ts";
import type { Scrubbed } from "./scrubbing-log.ts";

/** A projection that has held all of the log so short ago is not behind. */
const currentMs = 1000;

interface Following {
  store: Pick<ReadStoreWriter, "compact">;
  tracker: Pick<ProgressTracker, "asOf" | "positions">;
  /** Those that this process follows. */
  followed: readonly Projection[];
  scrubbed: Pick<Scrubbed, "erasedAt">;
}

/**
 * Removes what files still hold of personal text that was removed, also before this process started. Only while none of the projections
 * is behind: their writes wait meanwhile. @throws as `ReadStoreWriter.compact`
 */
export async function compactWhenCurrent({ store, tracker, followed, scrubbed }: Following): Promise<void> {
  const isCurrent = ({ name }: Projection) => (tracker.asOf.get(name) ?? 0) >= sinceBoot() - currentMs;
  const { erasedAt } = scrubbed;
  const opened = followed.filter(({ personal }) => personal === "opened");
  const isApplied = erasedAt !== null && opened.every(({ name }) => (tracker.positions.get(name) ?? 0n) >= erasedAt);
  for (const { name } of opened) {
    // After one that took long, the followers come first.
    if (!followed.every(isCurrent)) return;
    await store.compact?.([name], isApplied ? "now" : "due");
  }
  // Another erasure may have come meanwhile.
  if (isApplied && scrubbed.erasedAt === erasedAt) scrubbed.erasedAt = null;
}
