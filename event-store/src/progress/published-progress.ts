import type { Position } from "@attestory/events/envelope.ts";
import { Waiters } from "@attestory/runtime/waiters.ts";
import type { ProjectionPositions } from "./progress-message.ts";

/** Each running projection reports four times a second. One that was silent for this long is ignored. */
const ignoredAfterMs = 2000;

/** The positions that projections have reported, in any order. */
export class PublishedProgress {
  readonly #positions = new Map<string, { position: Position; reportedAt: number }>();
  readonly #waiters = new Waiters();

  note(positions: ProjectionPositions): void {
    const reportedAt = performance.now();
    for (const [name, reported] of positions) {
      const known = this.#positions.get(name)?.position ?? -1n;
      this.#positions.set(name, { position: reported > known ? reported : known, reportedAt });
    }
    this.#waiters.check();
  }

  /** True as soon as every projection that reports is known to have reached the position; false after `ms`, or if too many calls wait. */
  waitForPosition(position: Position, ms: number): Promise<boolean> {
    return this.#waiters.wait(() => this.#hasReached(position), ms);
  }

  #hasReached(wanted: Position): boolean {
    const now = performance.now();
    const running = [...this.#positions.values()].filter(({ reportedAt }) => now - reportedAt < ignoredAfterMs);
    return running.length > 0 && running.every(({ position }) => position >= wanted);
  }
}
