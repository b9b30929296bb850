import { Worker } from "node:worker_threads";
import type { Outcome } from "./group-commit.ts";

interface Waiting<Write, Answer> {
  write: Write;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Room for a batch of 256 writes: what lives longer is the database's. By default every thread may fill 48 MB before it looks for garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/** The asking side of `serveWrites`: writes made while a batch is under way go together in the next one. */
export class WriterThread<Write, Answer> {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited: Promise<void>;
  readonly #onFault: (error: Error) => void;
  #queue: Waiting<Write, Answer>[] = [];
  #underWay: Waiting<Write, Answer>[] | null = null;
  #started = false;
  #closing: Promise<void> | null = null;
  /** Why nothing can be written any more. */
  #ended: Error | null = null;

  /** `onFault` hears of a thread that died by itself after it was ready: what was pending has been rejected, and nothing more can be written. */
  constructor(module: URL, file: string, onFault: (error: Error) => void) {
    this.#onFault = onFault;
    this.#worker = new Worker(module, { workerData: { file }, resourceLimits });
    // Anything else is not ours: under `node --watch` a thread also tells which files it loads.
    this.#worker.on("message", (message: "ready" | Outcome<Answer>[] | object) => {
      if (Array.isArray(message)) this.#answered(message);
      else if (message === "ready") this.#begin();
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#end(new Error(`the writer of ${file} ended with ${code}`));
        resolve();
      });
    });
  }

  #begin(): void {
    this.#started = true;
    this.#ready.resolve();
  }

  /** The file exists and has its schema; rejects when it could not be opened. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Rejects when the write failed, and after the thread ended or was closed: it never waits for an answer that cannot come. */
  write(write: Write): Promise<Answer> {
    if (this.#closing) return Promise.reject(new Error("the writer was closed"));
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject });
      // A microtask: everything that asks in this turn of the event loop shares one transaction.
      if (this.#queue.length === 1) queueMicrotask(() => this.#send());
    });
  }

  /** Writes what is queued, then ends the thread. Closing again waits for the same end. */
  close(): Promise<void> {
    this.#closing ??= this.#drained();
    return this.#closing;
  }

  async #drained(): Promise<void> {
    while (this.#underWay || this.#queue.length > 0) await new Promise(setImmediate);
    this.#worker.postMessage("close");
    await this.#exited;
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

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of [...(this.#underWay ?? []), ...this.#queue]) reject(error);
    this.#underWay = null;
    this.#queue = [];
    if (!this.#started) this.#ready.reject(error);
    else if (!this.#closing) this.#onFault(error);
  }
}
