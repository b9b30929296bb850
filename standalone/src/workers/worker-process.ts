import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import type { Changed } from "@attestory/projections/store/caching-read-store.ts";
import { answerAsk, generationOf, type SharedWithWorkers } from "./shared-with-workers.ts";
import type { Failure, FromWorker, ToWorker } from "./worker-messages.ts";

/** A worker that holds the files of a generation for longer is killed: the generation must end. */
const leavesWithinMs = 5000;
const measuresWithinMs = 1000;

const endedEarly: Failure = {
  name: "WorkersFault",
  message: "a worker ended before it accepted requests: see the lines above",
};

const failureOf = (error: unknown): Failure =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: "Error", message: String(error) };

/** Sets how workers are started: once in a process. Connections are handed to them in turn, as they come. */
export function prepareWorkers(): void {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL("./worker.ts", import.meta.url)),
    args: [],
    // Positions are bigints.
    serialization: "advanced",
  });
}

/** A worker, as the owner sees it. */
export class WorkerProcess {
  /** Resolves with a failure if it cannot start, and with null once it accepts requests. */
  readonly started: Promise<Failure | null>;
  /** Resolves with how it ended. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly #worker: Worker;
  readonly #started = Promise.withResolvers<Failure | null>();
  readonly #measuring = new Map<number, (metrics: object[]) => void>();
  #left = Promise.withResolvers<void>();
  #isListening = false;
  /** The generation that it reads, or will read once it has started. */
  #shared: SharedWithWorkers | null = null;
  /** What it has received of the projections' progress. Null while it reads nothing. */
  #received: ReportedProgress | null = null;
  #unsubscribe = () => {};
  #lastMeasure = 0;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#worker = cluster.fork(environment);
    this.started = this.#started.promise;
    const exited = Promise.withResolvers<{ code: number | null; signal: string | null }>();
    this.exited = exited.promise;
    // Not `once` of node:events: it would reject at an error, which ends the owner.
    this.#worker.on("exit", (code, signal) => {
      this.#stopReading();
      this.#started.resolve(endedEarly);
      this.#left.resolve();
      for (const resolve of this.#measuring.values()) resolve([]);
      exited.resolve({ code, signal });
    });
    this.#worker.on("message", (message: FromWorker) => this.#receive(message));
    // A message to one that has just ended: its exit follows.
    this.#worker.on("error", () => {});
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** One that is still starting is told once it listens: until then nothing has to wait for it. */
  serve(shared: SharedWithWorkers): void {
    this.#shared = shared;
    if (this.#isListening) this.#tellToServe(shared);
  }

  changed(changed: Changed): void {
    if (this.#received) this.#send({ kind: "changed", changed });
  }

  /** As of a pool. One that reads nothing, or has ended, has no documents. */
  async waitForPosition(...asked: Parameters<ReportedProgress["waitForPosition"]>): Promise<boolean> {
    const received = this.#received;
    return received === null || (await received.waitForPosition(...asked)) || received !== this.#received;
  }

  /** Resolves once it has no file of the generation open. */
  async leave(): Promise<void> {
    if (this.#shared !== null && this.#isListening) {
      this.#send({ kind: "leave" });
      const late = setTimeout(() => this.kill(), leavesWithinMs);
      await this.#left.promise;
      clearTimeout(late);
      this.#stopReading();
    }
    this.#shared = null;
  }

  /** Its metrics; none if it does not answer in time. */
  async measure(): Promise<object[]> {
    const id = ++this.#lastMeasure;
    const measured = Promise.withResolvers<object[]>();
    this.#measuring.set(id, measured.resolve);
    this.#send({ kind: "measure", id });
    const late = setTimeout(measured.resolve, measuresWithinMs, []);
    const metrics = await measured.promise;
    clearTimeout(late);
    this.#measuring.delete(id);
    return metrics;
  }

  /** Lets it answer what it has begun. One that is still starting has begun nothing. */
  drain(): void {
    if (this.#isListening) this.#send({ kind: "drain" });
    else this.kill();
  }

  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }

  #tellToServe(shared: SharedWithWorkers): void {
    this.#left = Promise.withResolvers();
    this.#send({ kind: "serve", ...generationOf(shared) });
  }

  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }

  /** From now on it reads, and keeps documents: it hears of each that is written. */
  #startReading(): void {
    if (this.#shared === null) return;
    this.#received = new ReportedProgress();
    this.#unsubscribe = this.#shared.progress.subscribe((report) => this.#send({ kind: "progress", report }));
  }

  #stopReading(): void {
    this.#unsubscribe();
    const received = this.#received;
    this.#received = null;
    received?.end();
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "listening":
        this.#isListening = true;
        this.#started.resolve(null);
        if (this.#shared) this.#tellToServe(this.#shared);
        break;
      case "refused":
        this.#started.resolve(message.failure);
        break;
      case "opened":
        this.#startReading();
        break;
      case "received":
        this.#received?.update(message.report);
        break;
      case "left":
        this.#left.resolve();
        break;
      case "measured":
        this.#measuring.get(message.id)?.(message.metrics);
        break;
      case "ask":
        void this.#answer(message);
        break;
    }
  }

  async #answer({ id, ask }: Extract<FromWorker, { kind: "ask" }>): Promise<void> {
    try {
      if (this.#shared === null) throw new Error("it is changing over to another generation");
      this.#send({ kind: "answer", id, value: await answerAsk(this.#shared, ask) });
    } catch (error) {
      this.#send({ kind: "failure", id, failure: failureOf(error) });
    }
  }
}
