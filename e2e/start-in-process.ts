import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { listen } from "@attestory/http/server/listen.ts";
import { readConfiguration } from "@attestory/standalone/config.ts";
import type { EmbeddedParts } from "@attestory/standalone/embedded-parts.ts";
import { openSwitchingService } from "@attestory/standalone/switching-service.ts";
import { cheapPasswords } from "./cheap-passwords.ts";
import { compileCache, freePort, type ReadableLog } from "./start-stack.ts";

/** The product inside the test's own process, where tests can move its clock and write its history. */
export interface InProcess extends ReadableLog {
  url: string;
  dataDir: string;
  /** Its log output. */
  output(): string;
  /** The product's time: the system time plus the seconds advanced. */
  now(): Date;
  advance(seconds: number): void;
  /** From now on only `advance` moves the time. */
  stopClock(): void;
  /** Appends an event to the end of the stream through the product's own log and encryption. `said` overrides the defaults. */
  happened(stream: StreamName, event: AttestoryEvent, said?: Partial<NewEvent>): Promise<Position>;
  /** The events of a stream, with their personal fields decrypted. */
  history(stream: StreamName): Promise<RecordedEvent[]>;
  /** Ends it and removes its folder, unless `DATA_DIR` named the folder. Calling it again does nothing. */
  remove(): Promise<void>;
}

/** Parts that the tests' composition passes in. */
type Handed = Pick<EmbeddedParts, "passwordCost" | "webApp" | "projectionThread" | "systemTime">;
type StartInProcess = (env?: Record<string, string>, handed?: Handed) => Promise<InProcess>;

let startOther: StartInProcess | null = null;
/** From now on every test of this file runs on another variant of the product, whose clock no test moves. */
export const startInProcessBy = (start: StartInProcess): void => {
  startOther = start;
};

/** Same composition, settings and log as `npm start`. By default password hashing is cheap and there is no web app. */
export const startInProcess: StartInProcess = (...how) => (startOther ?? startEmbedded)(...how);

const startEmbedded: StartInProcess = async (env = {}, handed = {}) => {
  // For the product's threads: compiling the same modules again takes half of the startup time.
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
  const parts = { passwordCost: cheapPasswords, ...handed, log };
  // A product that is handed the machine's time has its own clock, as `npm start` does.
  const service = await openSwitchingService(settings, handed.systemTime ? parts : { ...parts, now });
  const { app, readiness } = service;
  service.onFault((err) => log.error({ err }, "process cannot continue"));
  const close = async () => {
    await service.close();
    if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const http = await listen(app, { host: settings.host, port, readiness, drainMs: 1000 }).catch(async (error) => {
    await close();
    if (error.code !== "EADDRINUSE") throw error;
    return null;
  });
  // Another run of the tests on this machine took the port after it was found free.
  if (!http) return startEmbedded(env, handed);
  await untilProjectionsReport(url);
  const end = async () => {
    await http.drain();
    await close();
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
    ...written({
      get log() {
        return service.events;
      },
      get sealing() {
        return service.sealing;
      },
      now,
    }),
    readLog: (read) => read(service.events),
    remove() {
      ended ??= end();
      return ended;
    },
  };
};

/** Until then every query is answered 503. */
async function untilProjectionsReport(url: string): Promise<void> {
  for (;;) {
    const { reasons } = (await (await fetch(`${url}/health/ready`)).json()) as { reasons?: { projections?: string } };
    if (reasons?.projections !== "catching up") return;
    await wait(20);
  }
}

/** Writes and reads history through the product's own log and encryption. */
export const written = (by: {
  log: EventLog;
  sealing: Sealing;
  now(): Date;
}): Pick<InProcess, "happened" | "history"> => ({
  async happened(stream, event, said = {}) {
    const { version } = await by.log.read(stream);
    const unsaid = {
      person: null,
      sessionId: null,
      delegate: null,
      causationId: null,
      fingerprint: null,
      ip: null,
      userAgent: null,
    };
    const fact: NewEvent = {
      id: randomUUID(),
      event,
      recordedAt: by.now(),
      correlationId: randomUUID(),
      ...unsaid,
      actor: { kind: "system", id: "test" },
      ...said,
    };
    return by.log.append(stream, version, await by.sealing.seal(stream, [fact]));
  },
  history: async (stream) => by.sealing.decrypt((await by.log.read(stream)).events),
});
