/** Calls that wait until something is true. `check` ends the waits of those for which it is. */
export class Waiters {
  readonly #waiting = new Set<{ isOver: () => boolean; end: (isTrue: boolean) => void }>();
  readonly #most: number;

  /** @param most how many calls may wait at once */
  constructor(most = 1000) {
    this.#most = most;
  }

  /** True as soon as `isOver` is; false after `ms`, or at once if too many calls wait. */
  wait(isOver: () => boolean, ms: number): Promise<boolean> {
    if (isOver()) return Promise.resolve(true);
    if (this.#waiting.size >= this.#most) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter = {
        isOver,
        end: (isTrue: boolean) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(isTrue);
        },
      };
      const timer = setTimeout(() => waiter.end(false), ms);
      this.#waiting.add(waiter);
    });
  }

  check(): void {
    for (const { isOver, end } of this.#waiting) if (isOver()) end(true);
  }

  /** Ends every wait with false. */
  end(): void {
    for (const { end } of this.#waiting) end(false);
  }
}
