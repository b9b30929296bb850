import type { Position } from "@attestory/events/envelope.ts";

/** What the log ended with at some time, in milliseconds of whatever clock the caller keeps. */
interface Sighting {
  at: number;
  head: Position;
}

/**
 * When each projection was last known to hold all of the log. Also while the log grows without a pause: what was its head
 * is reached some time, and then the projection is known to be no older than that sighting.
 */
export class Freshness {
  readonly #positions: Map<string, Position>;
  readonly #awaited = new Map<string, Sighting>();
  readonly #asOf = new Map<string, number>();

  constructor(positions: Iterable<readonly [string, Position]>) {
    this.#positions = new Map(positions);
  }

  /** The log was seen to end at `head`. `at` is from before it was looked at. */
  sighted(at: number, head: Position): void {
    for (const [name, position] of this.#positions) {
      if (position >= head) this.#holds(name, at);
      else if (!this.#awaited.has(name)) this.#awaited.set(name, { at, head });
    }
  }

  folded(name: string, position: Position): void {
    this.#positions.set(name, position);
    const awaited = this.#awaited.get(name);
    if (awaited && position >= awaited.head) this.#holds(name, awaited.at);
  }

  get positions(): ReadonlyMap<string, Position> {
    return this.#positions;
  }

  /** Names that never held all of it are missing. */
  get asOf(): ReadonlyMap<string, number> {
    return this.#asOf;
  }

  #holds(name: string, at: number): void {
    this.#awaited.delete(name);
    this.#asOf.set(name, at);
  }
}
