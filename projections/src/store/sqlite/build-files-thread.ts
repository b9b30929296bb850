import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { BuildFiles, UnfinishedFile } from "./build-files.ts";
import type { FileAnswer, FileRequest, NumberedAnswer, NumberedRequest, PassedError } from "./build-files-messages.ts";

interface Waiting {
  resolve: (answer: FileAnswer) => void;
  reject: (error: Error) => void;
}

/** Heap for short-lived objects, in MB: most of them are the texts of a message. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/** Files are numbered from 1. */
const noFile = 0;

/** The thread takes about 50 MiB, which small containers do not have. */
const leastMemory = 512 * 2 ** 20;

/** Whether a thread of its own makes the writing of files faster here. */
export function hasRoomForThread(): boolean {
  // Zero: unknown. Without a limit, it is a very large number or the memory of the machine.
  const limit = process.constrainedMemory();
  return availableParallelism() > 1 && (limit === 0 || limit >= leastMemory);
}

const startWriter = () => new Worker(new URL("./build-files-writer.ts", import.meta.url), { resourceLimits });

/**
 * Writes the files in a thread of its own. It starts with the first file and ends with `close`. If it dies, what it was asked fails, and so
 * does all else about its files; the next file starts another one.
 */
export function buildFilesInThread(start: () => Worker = startWriter): BuildFiles {
  let thread: FilesThread | null = null;
  let files = 0;
  return {
    async create(file) {
      if (!thread || thread.hasEnded) thread = new FilesThread(start());
      const [asked, of] = [thread, ++files];
      await asked.ask(of, { kind: "create", file });
      const unfinished: UnfinishedFile = {
        load: async (keys) => (await asked.ask(of, { kind: "load", keys })) ?? [],
        write: async (rows) => void (await asked.ask(of, { kind: "write", rows })),
        finish: async (checkpoint) => void (await asked.ask(of, { kind: "finish", checkpoint })),
        close: async () => void (await asked.ask(of, { kind: "close" })),
      };
      return unfinished;
    },
    giveWay() {
      // One that starts later has the priority of this thread. If it has ended, the next write says why.
      thread?.ask(noFile, { kind: "give way" }).catch(() => undefined);
    },
    async close() {
      await thread?.end();
      thread = null;
    },
  };
}

class FilesThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  /** Why nothing can be written any more. */
  #ended: Error | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    // Other messages are ignored: under `node --watch` a thread also reports which files it loads.
    this.#worker.on("message", (message: NumberedAnswer | object) => {
      if ("number" in message) this.#answered(message);
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", (code) => this.#end(new Error(`the writer of builds ended with ${code}`)));
  }

  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** Answered in the order of the requests of a file. */
  ask(of: number, request: FileRequest): Promise<FileAnswer> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const asked: NumberedRequest = { number: ++this.#asked, of, request };
      this.#waiting.set(asked.number, { resolve, reject });
      this.#worker.postMessage(asked);
    });
  }

  async end(): Promise<void> {
    this.#end(new Error("the writer of builds was closed"));
    await this.#worker.terminate();
  }

  #answered(message: NumberedAnswer): void {
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if ("failed" in message) waiting?.reject(errorOf(message.failed));
    else waiting?.resolve(message.answer);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

const errorOf = (passed: PassedError): Error => Object.assign(new Error(passed.message), passed);
