import { Worker } from "node:worker_threads";
import type { Outcome } from "./group-commit.ts";

interface Waiting<Write, Answer> {
  write: Write;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** The asking side of `serveWrites`: writes made while a batch is under way go together in the next one. */
export class WriterThread<Write, Answer> {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #queue: Waiting<Write, Answer>[] = [];
  #underWay: Waiting<Write, Answer>[] | null = null;
  #broken: Error | null = null;
  #closed: (() => void) | null = null;

  /** `onFault` hears of a thread that died by itself: what was pending has been rejected, and nothing more can be written. */
  constructor(module: URL, file: string, onFault: (error: Error) => void) {
    this.#worker = new Worker(module, { workerData: { file } });
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once("message", () => {
        this.#worker.on("message", (outcomes: Outcome<Answer>[]) => this.#answered(outcomes));
        resolve();
      });
      this.#worker.once("error", reject);
    });
    const fault = (error: Error) => {
      if (this.#closed || this.#broken) return;
      this.#fail(error);
      onFault(error);
    };
    this.#worker.on("error", fault);
    this.#worker.on("exit", (code) => {
      fault(new Error(`the writer of ${file} ended with ${code}`));
      this.#closed?.();
    });
  }

  /** The file exists and has its schema. */
  ready(): Promise<void> {
    return this.#ready;
  }

  write(write: Write): Promise<Answer> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject });
      // A microtask: everything that asks in this turn of the event loop shares one transaction.
      if (this.#queue.length === 1) queueMicrotask(() => this.#send());
    });
  }

  /** Writes what is queued, then ends the thread. */
  async close(): Promise<void> {
    if (this.#broken || this.#closed) return;
    while (this.#underWay || this.#queue.length > 0) await new Promise(setImmediate);
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.#worker.postMessage("close");
    });
  }

  #send(): void {
    if (this.#underWay || this.#queue.length === 0) return;
    this.#underWay = this.#queue;
    this.#queue = [];
    this.#worker.postMessage(this.#underWay.map(({ write }) => write));
  }

  #answered(outcomes: Outcome<Answer>[]): void {
    const batch = this.#underWay ?? [];
    this.#underWay = null;
    this.#send();
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome && "answer" in outcome) resolve(outcome.answer);
      else reject(new Error(outcome?.failed ?? "no outcome"));
    }
  }

  #fail(error: Error): void {
    this.#broken = error;
    for (const { reject } of [...(this.#underWay ?? []), ...this.#queue]) reject(error);
    this.#underWay = null;
    this.#queue = [];
  }
}
