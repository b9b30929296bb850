import { PendingWork } from "./pending-work.ts";

/** Work that no answer waits for. Failures are reported and never reach the caller. */
export class BackgroundWork {
  readonly #pending = new PendingWork();
  readonly #reportError: (error: unknown) => void;

  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  /** Starts the work after the current turn of the event loop, so that it does not delay an answer either. */
  start(work: () => Promise<unknown>): void {
    const afterThisTurn = new Promise<void>((resolve) => setImmediate(resolve));
    void this.#pending.track(afterThisTurn.then(work).catch(this.#reportError));
  }

  /** Resolves when all work that was started has ended. */
  settled(): Promise<void> {
    return this.#pending.settled();
  }
}
