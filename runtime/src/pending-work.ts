/** Work that has started and not ended yet, so that a part can wait for it before it closes. */
export class PendingWork {
  readonly #pending = new Set<Promise<void>>();

  /** Returns the same promise. The caller handles its failure. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    const remove = () => void this.#pending.delete(ended);
    const ended = work.then(remove, remove);
    this.#pending.add(ended);
    return work;
  }

  /** Resolves when all work that is pending now has ended. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
