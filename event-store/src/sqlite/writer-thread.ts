import { Worker } from "node:worker_threads";
import type { Outcome, WriterData } from "./group-commit.ts";

interface Waiting<Write, Answer> {
  write: Write;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Enough for a batch of 256 writes: other memory is the database's. Figures: docs/decisions/measured-reasons.md. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/** The caller's side of `serveWrites`: writes made while a batch is in progress go together in the next one. */
export class WriterThread<Write, Answer> {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited: Promise<void>;
  readonly #onFault: (error: Error) => void;
  #queue: Waiting<Write, Answer>[] = [];
  #underWay: Waiting<Write, Answer>[] | null = null;
  #started = false;
  #closing: Promise<void> | null = null;
  /** The error after which nothing can be written any more. */
  #ended: Error | null = null;

  /** `onFault` is called if the thread dies after it was ready: pending writes were rejected, and nothing more can be written. */
  constructor(module: URL, data: WriterData, onFault: (error: Error) => void) {
    this.#onFault = onFault;
    this.#worker = new Worker(module, { workerData: data, resourceLimits });
    // Ignore all other messages: under `node --watch` a thread also reports which files it loads.
    this.#worker.on("message", (message: "ready" | Outcome<Answer>[] | object) => {
      if (Array.isArray(message)) this.#answered(message);
      else if (message === "ready") this.#begin();
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#end(new Error(`the writer of ${data.file} ended with ${code}`));
        resolve();
      });
    });
  }

  #begin(): void {
    this.#started = true;
    this.#ready.resolve();
  }

  /** Resolves once the file exists and has its schema; rejects if it could not be opened. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Rejects if the write failed, and after the thread ended or was closed: it never waits for an answer that cannot arrive. */
  write(write: Write): Promise<Answer> {
    if (this.#closing) return Promise.reject(new Error("the writer was closed"));
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject });
      // A microtask: all writes made in this turn of the event loop share one transaction.
      if (this.#queue.length === 1) queueMicrotask(() => this.#send());
    });
  }

  /** Completes the queued writes, then ends the thread. Calling it again waits for the same end. */
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
