import type { Position } from "@attestory/events/envelope.ts";

/** The log's head at a point in time, in milliseconds on the caller's clock. */
interface HeadObservation {
  at: number;
  head: Position;
}

/**
 * When each projection was last known to hold all of the log. Works also while the log grows without a pause: once a projection
 * reaches a head that was seen earlier, it is known to be no older than that observation.
 */
export class ProgressTracker {
  readonly #positions: Map<string, Position>;
  readonly #awaited = new Map<string, HeadObservation>();
  readonly #asOf = new Map<string, number>();

  constructor(positions: Iterable<readonly [string, Position]>) {
    this.#positions = new Map(positions);
  }

  /** Records that the log ended at `head`. `at` is the time before the log was read. */
  observeHead(at: number, head: Position): void {
    for (const [name, position] of this.#positions) {
      if (position >= head) this.#holds(name, at);
      else if (!this.#awaited.has(name)) this.#awaited.set(name, { at, head });
    }
  }

  advance(name: string, position: Position): void {
    this.#positions.set(name, position);
    const awaited = this.#awaited.get(name);
    if (awaited && position >= awaited.head) this.#holds(name, awaited.at);
  }

  get positions(): ReadonlyMap<string, Position> {
    return this.#positions;
  }

  /** By name; projections that never held all of the log are missing. */
  get asOf(): ReadonlyMap<string, number> {
    return this.#asOf;
  }

  #holds(name: string, at: number): void {
    this.#awaited.delete(name);
    this.#asOf.set(name, at);
  }
}
