import type { Position } from "@attestory/events/envelope.ts";
import type { Projection } from "../read-models/projection.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import type { Checkpoints, ProjectionFault } from "./follower.ts";
import type { ProgressTracker } from "./progress-tracker.ts";
import type { ProjectionMessage } from "./projection-messages.ts";

interface Parts {
  store: Pick<ReadStoreWriter, "checkpoints">;
  tracker: ProgressTracker;
  send: (message: ProjectionMessage) => void;
}

/**
 * The projections that other processes follow now, or some partitions of. How far they are is read from the store, and cached copies of
 * their documents may be outdated.
 */
export class FollowedElsewhere {
  readonly #parts: Parts;
  readonly #projections: Set<Projection>;
  readonly #stoppedAt = new Map<string, Position>();

  constructor(projections: readonly Projection[], parts: Parts) {
    this.#projections = new Set(projections);
    this.#parts = parts;
  }

  has(projection: Projection): boolean {
    return this.#projections.has(projection);
  }

  /** This process follows from these checkpoints. Of a projection of which it has some partitions, another one may be less far. */
  started(from: Checkpoints): void {
    for (const [projection, position] of from) {
      this.#stoppedAt.delete(projection.name);
      if (projection.partitions) continue;
      this.#projections.delete(projection);
      this.#parts.tracker.advance(projection.name, position);
    }
  }

  ended(projections: readonly Projection[]): void {
    for (const projection of projections) this.#projections.add(projection);
  }

  stopped({ projection, position }: ProjectionFault): void {
    this.#stoppedAt.set(projection, position);
  }

  /** Reads how far others have brought them. */
  async check(): Promise<void> {
    const { store, tracker, send } = this.#parts;
    if (this.#projections.size === 0) return;
    const checkpoints = new Map((await store.checkpoints()).map(({ projection, position }) => [projection, position]));
    for (const projection of this.#projections) {
      const { name } = projection;
      const position = checkpoints.get(name) ?? 0n;
      // This process may have taken the lease during the read: then its own progress is newer.
      if (!this.#projections.has(projection) || position === tracker.positions.get(name)) continue;
      send({ kind: "changed", changed: "all" });
      // Another process advanced it, so an earlier fault of this process no longer applies, unless it is of partitions that are further.
      if (position > (this.#stoppedAt.get(name) ?? -1n)) send({ kind: "started", projections: [name] });
      tracker.advance(name, position);
    }
  }
}
