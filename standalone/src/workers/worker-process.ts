import cluster, { type Worker } from "node:cluster";
import { fileURLToPath } from "node:url";
import type { Changed } from "@attestory/projections/store/caching-read-store.ts";
import { answerAsk, generationOf, type SharedWithWorkers } from "./shared-with-workers.ts";
import type { Failure, FromWorker, ToWorker } from "./worker-messages.ts";

/** A worker that holds the files of a generation for longer is killed: the generation must end. */
const leavesWithinMs = 5000;
const measuresWithinMs = 1000;
/** With more, it forgets all documents. */
const mostUnsaid = 1000;

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
  /** What is to be called with the answers, and with none once it has ended. */
  readonly #asked = new Map<number, (answer?: object[]) => void>();
  #left = Promise.withResolvers<void>();
  #isListening = false;
  /** The generation that it reads, or will read once it has started. */
  #shared: SharedWithWorkers | null = null;
  /** Whether it reads documents, and may have some in memory. */
  #isReading = false;
  /** Documents that were written since the last progress. */
  #unsaid: Changed = [];
  #unsubscribe = () => {};
  #lastAsked = 0;

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
      for (const resolve of this.#asked.values()) resolve();
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

  /** It is told with the next progress. */
  changed(changed: Changed): void {
    if (!this.#isReading || this.#unsaid === "all") return;
    const unsaid = changed === "all" ? "all" : [...this.#unsaid, ...changed];
    this.#unsaid = unsaid.length > mostUnsaid ? "all" : unsaid;
  }

  /** True once it has taken all the progress of before, or has no documents; false after `ms`. */
  async confirm(ms: number): Promise<boolean> {
    if (!this.#isReading) return true;
    return this.#ask("confirm", ms, { late: false, answered: () => true });
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
  measure(): Promise<object[]> {
    return this.#ask("measure", measuresWithinMs, { late: [], answered: (metrics = []) => metrics });
  }

  /** Lets it answer what it has begun. One that is still starting has begun nothing. */
  drain(): void {
    if (this.#isListening) this.#send({ kind: "drain" });
    else this.kill();
  }

  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }

  async #ask<Answer>(
    kind: "confirm" | "measure",
    ms: number,
    { late, answered }: { late: Answer; answered(answer?: object[]): Answer },
  ): Promise<Answer> {
    const id = ++this.#lastAsked;
    const answer = Promise.withResolvers<Answer>();
    this.#asked.set(id, (value) => answer.resolve(answered(value)));
    const timer = setTimeout(answer.resolve, ms, late);
    this.#send({ kind, id });
    return answer.promise.finally(() => {
      clearTimeout(timer);
      this.#asked.delete(id);
    });
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
    this.#isReading = true;
    this.#unsubscribe = this.#shared.progress.subscribe((report) => {
      const changed = this.#unsaid;
      this.#unsaid = [];
      this.#send({ kind: "progress", changed, report });
    });
  }

  #stopReading(): void {
    this.#unsubscribe();
    this.#isReading = false;
    this.#unsaid = [];
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
      case "left":
        this.#left.resolve();
        break;
      case "confirmed":
        this.#asked.get(message.id)?.();
        break;
      case "measured":
        this.#asked.get(message.id)?.(message.metrics);
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
