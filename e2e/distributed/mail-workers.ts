import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { mailStream, userStream } from "@attestory/events/envelope.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type RedisServer, startRedisServer } from "../stand-ins/redis-server.ts";
import { compileCache } from "../start-stack.ts";

const program = fileURLToPath(new URL("./mail-process.ts", import.meta.url));
const signalAtStep = new URL("./signal-at-step.ts", import.meta.url).href;
const publicUrl = "https://id.example.com";
/** For a condition that processes, or all emails, must reach. */
export const patience = { timeout: process.env.FULL_RUN === "1" ? 300_000 : 60_000 };

/** A process that sends email. */
export interface MailWorkerProcess {
  child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** From now on it gets the signal when it reaches the step; once. */
  signalAt(step: string, signal: "SIGKILL" | "SIGSTOP"): void;
  /** True once it has reached that step. */
  isSignalled(): boolean;
  /** Sends the signal, SIGTERM by default; resolves once it has ended, to the milliseconds that took. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** A log with events that cause emails, a mail server, and any number of processes that send the emails. */
export class MailWorkers {
  readonly mail: MailServer;
  readonly service: ScratchService;
  readonly #all = new Set<MailWorkerProcess>();

  private constructor(mail: MailServer, service: ScratchService) {
    this.mail = mail;
    this.service = service;
  }

  static async open(): Promise<MailWorkers> {
    return new MailWorkers(await startMailServer(), await openScratchService());
  }

  async start(jobsUrl: string, mailUrl = this.mail.url): Promise<MailWorkerProcess> {
    const { dataDir, masterKey } = this.service;
    const signalFile = join(dataDir, `signal-at-${crypto.randomUUID()}`);
    const args = [program, dataDir, masterKey.toString("base64"), jobsUrl, mailUrl, publicUrl];
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      NODE_OPTIONS: `--import=${signalAtStep}`,
      SIGNAL_AT: signalFile,
    };
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    let output = "";
    const started = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      if (line === "ready") started.resolve();
    });
    const worker: MailWorkerProcess = {
      child,
      output: () => output,
      signalAt: (step, signal) => writeFileSync(signalFile, `${signal} ${step}`),
      isSignalled: () => output.includes("signalled"),
      stop: async (signal = "SIGTERM") => {
        const since = performance.now();
        child.kill(signal);
        await exited;
        this.#all.delete(worker);
        return performance.now() - since;
      },
    };
    this.#all.add(worker);
    await started.promise;
    return worker;
  }

  /** Registers a user, which causes an email; returns the event's id. */
  async registers(): Promise<string> {
    const userId = crypto.randomUUID();
    const names = { email: `${userId}@example.com`, username: userId.slice(0, 8), firstName: null, lastName: null };
    const data = { userId, ...names, passwordHash: "hash" };
    await this.service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
    return (await this.service.log.read(userStream(userId))).events[0]?.id ?? "";
  }

  async register(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.registers()));
  }

  /** The outcome of each email according to the log. */
  async outcomes(eventIds: readonly string[]): Promise<string[]> {
    const read = async (id: string) => (await this.service.log.read(mailStream(id))).events.map(({ type }) => type);
    return (await Promise.all(eventIds.map(read))).map((types) => types.join());
  }

  async waitUntilAllSent(eventIds: readonly string[]): Promise<void> {
    await expect.poll(() => this.outcomes(eventIds), patience).toEqual(eventIds.map(() => "LetterSent"));
  }

  /** The link in each copy of the email that the mail server received. */
  copies(eventId: string): string[] {
    return this.mail.received
      .map(({ raw }) => raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))
      .filter((raw) => raw.includes(`Message-ID: <${eventId}@id.example.com>`))
      .map((raw) => /https:\/\/id\.example\.com\/verify-email\?token=[\w.-]+/.exec(raw)?.[0] ?? "no link");
  }

  /** How often the mail server received each email. */
  copyCounts(eventIds: readonly string[]): number[] {
    return eventIds.map((id) => this.copies(id).length);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.stop("SIGKILL")));
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.service.close();
    await this.mail.close();
  }
}

/** An empty queue and no mail workers before each test of a suite. Valid inside hooks and tests. */
export function useMailWorkers(): { readonly server: RedisServer; readonly workers: MailWorkers } {
  let server: RedisServer;
  let workers: MailWorkers;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  beforeEach(async () => {
    await server.ask("FLUSHDB");
    workers = await MailWorkers.open();
  });
  afterEach(() => workers.close());
  afterAll(() => server.close());
  return {
    get server() {
      return server;
    },
    get workers() {
      return workers;
    },
  };
}
