import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { listen } from "@attestory/http/server/lifecycle.ts";
import { readConfiguration } from "@attestory/standalone/config.ts";
import { type EmbeddedParts, openEmbedded } from "@attestory/standalone/embedded.ts";
import { cheapPasswords } from "./cheap-passwords.ts";
import { compileCache, freePort, type ReadableLog } from "./start-stack.ts";

/** The product inside the test's own process, where its clock can be moved and its history be written. */
export interface InProcess extends ReadableLog {
  url: string;
  dataDir: string;
  /** What it has logged. */
  output(): string;
  /** The time as the product sees it: the system's, and what it was advanced by. */
  now(): Date;
  advance(seconds: number): void;
  /** From now on time passes by being advanced alone. */
  stopClock(): void;
  /** Appends what happened at the stream's end, by the product's own log and seals. Facts that a test does not care for need not be said. */
  happened(stream: StreamName, event: AttestoryEvent, said?: Partial<NewEvent>): Promise<Position>;
  /** What happened in a stream, with its personal fields. */
  history(stream: StreamName): Promise<RecordedEvent[]>;
  /** Ends it and removes its folder, but not one that was named in `DATA_DIR`. A second time it does nothing. */
  remove(): Promise<void>;
}

/** What the tests' composition hands in. */
type Handed = Pick<EmbeddedParts, "passwordCost" | "webApp">;
type StartInProcess = (env?: Record<string, string>, handed?: Handed) => Promise<InProcess>;

let startOther: StartInProcess | null = null;
/** From now on every test of this file runs on another make of the product, whose clock nobody moves. */
export const startInProcessBy = (start: StartInProcess): void => {
  startOther = start;
};

/** Same composition, settings and log as `npm start`; passwords cost nothing to hash and there is no web app, unless handed in. */
export const startInProcess: StartInProcess = (...how) => (startOther ?? startEmbedded)(...how);

const startEmbedded: StartInProcess = async (env = {}, handed = {}) => {
  // For the product's threads: to compile the same modules again is half of what a start costs.
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "attestory-e2e-"));
  const read = readConfiguration({
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    NODE_ENV: "test",
    RATE_LIMITS: "off",
    ...env,
  });
  if ("faults" in read) throw new Error(read.faults.join("\n"));
  const { settings } = read;
  let output = "";
  const stream = {
    write(line: string) {
      output += line;
    },
  };
  const log = createLog({ level: settings.logLevel, stream });
  let aheadMs = 0;
  let stoppedAt: number | null = null;
  const now = () => new Date((stoppedAt ?? Date.now()) + aheadMs);
  const embedded = await openEmbedded(settings, { passwordCost: cheapPasswords, ...handed, log, now });
  const { app, readiness, events, sealing } = embedded;
  const http = await listen(app, { host: settings.host, port, readiness, drainMs: 1000 });
  const end = async () => {
    await http.drain();
    await embedded.close();
    if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  let ended: Promise<void> | null = null;
  return {
    url,
    dataDir,
    output: () => output,
    now,
    advance(seconds) {
      aheadMs += seconds * 1000;
    },
    stopClock() {
      stoppedAt = Date.now();
    },
    ...written({ log: events, sealing, now }),
    readLog: (read) => read(events),
    remove() {
      ended ??= end();
      return ended;
    },
  };
};

/** History as the product's own log and seals write and read it. */
export const written = (by: {
  log: EventLog;
  sealing: Sealing;
  now(): Date;
}): Pick<InProcess, "happened" | "history"> => ({
  async happened(stream, event, said = {}) {
    const { version } = await by.log.read(stream);
    const unsaid = { person: null, causationId: null, fingerprint: null, ip: null, userAgent: null };
    const fact: NewEvent = {
      ...{ id: randomUUID(), event, recordedAt: by.now(), correlationId: randomUUID() },
      ...{ ...unsaid, actor: { kind: "system", id: "test" } },
      ...said,
    };
    return by.log.append(stream, version, await by.sealing.seal(stream, [fact]));
  },
  history: async (stream) => by.sealing.decrypt((await by.log.read(stream)).events),
});
