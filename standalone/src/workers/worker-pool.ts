import { rmSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import type { Log } from "@attestory/http/observability/log.ts";
import type { Changed } from "@attestory/projections/store/caching-read-store.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { listenForForwarded } from "./forwarded-request.ts";
import type { SharedWithWorkers, Workers } from "./shared-with-workers.ts";
import { makeSocketFolder, socketIn } from "./socket-folder.ts";
import { ownerSocketVariable } from "./worker-messages.ts";
import { prepareWorkers, WorkerProcess } from "./worker-process.ts";

/** Longer than a worker lets answers take, and shorter than the process has to stop. */
const drainsWithinMs = 8500;
/** One that lived so long is started again without a delay. */
const longLifeMs = 10_000;

interface PoolParts {
  count: number;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
}

/** Processes that answer requests, at the port that they share. Each that ends is started again, until `drain`. */
export class WorkerPool implements Workers {
  readonly #parts: PoolParts;
  readonly #running = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  #shared: SharedWithWorkers | null = null;
  /** Where the socket of the owner is. Null before the start, and after the end. */
  #folder: string | null = null;
  #socket = "";
  #server: Server | null = null;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  open(shared: SharedWithWorkers): void {
    this.#shared = shared;
    for (const worker of this.#running) worker.serve(shared);
  }

  changed(changed: Changed): void {
    for (const worker of this.#running) worker.changed(changed);
  }

  async confirm(ms: number): Promise<boolean> {
    return (await Promise.all([...this.#running].map((worker) => worker.confirm(ms)))).every(Boolean);
  }

  async leave(): Promise<void> {
    this.#shared = null;
    await Promise.all([...this.#running].map((worker) => worker.leave()));
  }

  measure(): Promise<object[][]> {
    return Promise.all([...this.#running].map((worker) => worker.measure()));
  }

  /** Starts the workers. They forward to `app` what they do not answer. Resolves once all accept requests, rejects if one cannot, unless `drain` was called. */
  async start(app: RequestListener, log: Log): Promise<void> {
    this.#folder = makeSocketFolder(this.#parts.dataDir);
    this.#socket = socketIn(this.#folder);
    process.once("exit", () => this.#removeFolder());
    this.#server = await listenForForwarded(app, this.#socket);
    prepareWorkers();
    if (this.#stopping.signal.aborted) return;
    const first = Array.from({ length: this.#parts.count }, () => this.#begin());
    for (const { started } of first) {
      const failure = await started;
      if (this.#stopping.signal.aborted) return;
      if (failure) throw Object.assign(new Error(failure.message), { name: failure.name });
    }
    for (const worker of first) void this.#keep(worker, log);
  }

  /** Resolves when they have answered what they had begun, and ended. */
  async drain(): Promise<void> {
    this.#stopping.abort();
    const late = setTimeout(() => {
      for (const worker of this.#running) worker.kill();
    }, drainsWithinMs);
    for (const worker of this.#running) worker.drain();
    await Promise.all([...this.#running].map(({ exited }) => exited));
    clearTimeout(late);
    this.#server?.close();
    this.#removeFolder();
  }

  /** Once only: after the end it may be that of the next process on the data folder. */
  #removeFolder(): void {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  #begin(): WorkerProcess {
    const worker = new WorkerProcess({ ...this.#parts.environment, [ownerSocketVariable]: this.#socket });
    this.#running.add(worker);
    void worker.exited.then(() => this.#running.delete(worker));
    if (this.#shared) worker.serve(this.#shared);
    return worker;
  }

  /** Starts another one whenever it has ended. */
  async #keep(worker: WorkerProcess, log: Log, failures = 0): Promise<void> {
    const since = performance.now();
    const how = await worker.exited;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const ended = performance.now() - since > longLifeMs ? 1 : failures + 1;
    log.error({ pid: worker.pid, ...how }, "worker ended, starting another");
    if (ended > 1) await pause(backoffMs(ended - 1), signal);
    if (!signal.aborted) await this.#keep(this.#begin(), log, ended);
  }
}
