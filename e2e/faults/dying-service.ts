import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { newPerson } from "../http/client.ts";
import { attestory } from "../http/command-line.ts";
import { type MailServer, startMailServer } from "../stand-ins/mail-server.ts";
import { type ReadableLog, type Stack, startStack } from "../start-stack.ts";

/** Longer than the reservations of a registration that died last. */
const leaseSeconds = 31;
const dieAtStep = new URL("./die-at-step.ts", import.meta.url).href;
const shortWaits = new URL("./short-waits.ts", import.meta.url).href;

/** The product with a mail server. Tests name the step at which it dies; each start moves its clock 31 seconds further ahead. */
export class DyingService implements ReadableLog {
  readonly mail: MailServer;
  /** Whose owner becomes the first admin; null if only a link makes one. */
  readonly adminEmail: string | null;
  #stack: Stack;
  #exited: Promise<unknown>;
  readonly #dieAt: string;
  #ahead = 0;
  #output = "";

  private constructor(around: Pick<DyingService, "mail" | "adminEmail">, stack: Stack, dieAt: string) {
    this.mail = around.mail;
    this.adminEmail = around.adminEmail;
    this.#stack = stack;
    this.#exited = once(stack.process, "exit");
    this.#dieAt = dieAt;
  }

  static async start({ namesAdmin = true } = {}): Promise<DyingService> {
    const mail = await startMailServer();
    const dieAt = join(tmpdir(), `attestory-die-at-${crypto.randomUUID()}`);
    const adminEmail = namesAdmin ? newPerson().email : null;
    const env = {
      SMTP_URL: mail.url,
      ...(adminEmail && { FIRST_ADMIN_EMAIL: adminEmail }),
      NODE_OPTIONS: `--import=${dieAtStep} --import=${shortWaits}`,
      DIE_AT: dieAt,
    };
    return new DyingService({ mail, adminEmail }, await startStack(env), dieAt);
  }

  get url(): string {
    return this.#stack.url;
  }
  readLog<Result>(read: (log: EventLog) => Promise<Result>): Promise<Result> {
    return this.#stack.readLog(read);
  }
  get dataDir(): string {
    return this.#stack.dataDir;
  }
  /** The output of all its processes so far. */
  get output(): string {
    return this.#output + this.#stack.output();
  }
  /** The service's current time. */
  get now(): Date {
    return new Date(Date.now() + this.#ahead * 1000);
  }

  /** The token of the link that a command of the command line prints, beside the process. */
  async operatorLink(command: readonly string[]): Promise<string> {
    const { stdout, stderr } = await attestory(this, command);
    const token = /\?token=(\S+)/.exec(stdout)?.[1];
    if (!token) throw new Error(`${command.join(" ")} printed no link: ${stderr}`);
    return token;
  }

  /** From now on it dies when it reaches the step for the n-th time. */
  arm(step: string, hit: number): void {
    writeFileSync(this.#dieAt, `${hit} ${step}`);
  }

  /** True if it dies within this many milliseconds. */
  async dies(ms: number): Promise<boolean> {
    const { process } = this.#stack;
    if (process.exitCode === null && process.signalCode === null) {
      await Promise.race([this.#exited, wait(ms, undefined, { ref: false })]);
    }
    return process.signalCode === "SIGKILL";
  }

  /** Kills it if it still runs and disarms it for its next start. Returns the step at which it died by itself, or null. */
  async bury(): Promise<string | null> {
    await this.#stack.kill();
    rmSync(this.#dieAt, { force: true });
    return /^died at (.*)$/m.exec(this.#stack.output())?.[1] ?? null;
  }

  async restart(): Promise<void> {
    this.#output += this.#stack.output();
    this.#ahead += leaseSeconds;
    this.#stack = await this.#stack.restart({ AHEAD_SECONDS: String(this.#ahead) });
    this.#exited = once(this.#stack.process, "exit");
  }

  /** As `restart`, but armed to die at the step. Returns whether it did, during the start or within `ms` afterwards. */
  async diesAtStart(step: string, ms: number): Promise<boolean> {
    this.arm(step, 1);
    const failure = await this.restart().then(
      () => null,
      (error) => String(error),
    );
    const died = failure?.includes(`died at ${step}\n`) ?? ((await this.dies(ms)) && (await this.bury()) === step);
    rmSync(this.#dieAt, { force: true });
    return died;
  }

  /** Deletes the read models: the next start rebuilds them. */
  forgetReadModels(): void {
    const names = readdirSync(this.dataDir).filter((name) => name.startsWith("read-models"));
    for (const name of names) rmSync(join(this.dataDir, name));
  }

  async remove(): Promise<void> {
    rmSync(this.#dieAt, { force: true });
    await this.#stack.remove();
    await this.mail.close();
  }
}
