/** Lets so many at once, and so many wait for no longer than so long. */
export class Slots {
  #free: number;
  readonly #mostWaiting: number;
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(free: number, mostWaiting: number, patienceMs: number) {
    this.#free = free;
    this.#mostWaiting = mostWaiting;
    this.#patienceMs = patienceMs;
  }

  /** Runs `act` in a slot; answers null, without running it, when none came free. */
  async run<Result>(act: () => Promise<Result>): Promise<Result | null> {
    if (!(await this.#taken())) return null;
    try {
      return await act();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }

  async #taken(): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    if (this.#waiting.size >= this.#mostWaiting) return false;
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(taken);
      };
      const take = () => settle(true);
      const timer = setTimeout(() => settle(false), this.#patienceMs);
      this.#waiting.add(take);
    });
  }
}
