import { writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { monotonicClock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { createLog } from "@attestory/http/observability/log.ts";
import { encryptMark } from "@attestory/http/security/position-mark.ts";
import { createApp } from "@attestory/http/server/app.ts";
import { createReadiness } from "@attestory/http/server/health.ts";
import { listen } from "@attestory/http/server/listen.ts";
import { openBuilds, openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { openQueryApi, type QueryApi } from "../query-api.ts";
import type { ScratchProjections } from "./scratch-projections.ts";

/** The public address of the service under test. */
export const scratchUrl = "http://attestory.test";

export interface ScratchQueryApi<Projections extends ScratchProjections> {
  service: ScratchService;
  projections: Projections;
  api: QueryApi;
  /** The system clock. The service derives its monotonic clock from it. */
  clock: { now: Date };
  /** While an error is set, every append fails with it, as with a full disk. */
  fault: { ofAppends: Error | null };
  /** The errors reported to the operator. */
  reportedErrors: string[];
  /** Sends a GET request; `token` is sent as a bearer token. */
  get(path: string, asked?: { token?: string; headers?: Record<string, string> }): Promise<Response>;
  /** The header with which a client asks for an answer that includes everything up to the position. */
  knowing(position: Position): { "X-Log-Position": string };
  close(): Promise<void>;
}

/** The query side over real stores, on a free port. It trusts one proxy, so that tests can set the client address. */
export async function openScratchQueryApi<Projections extends ScratchProjections>(
  start: (service: ScratchService) => Promise<Projections> | Projections,
  generation?: number,
): Promise<ScratchQueryApi<Projections>> {
  const service = await openScratchService(generation);
  const projections = await start(service);
  const store = await openReadStore(service);
  const builds = await openBuilds(service);
  const clock = { now: new Date("2026-03-01T12:00:00.000Z") };
  const reportedErrors: string[] = [];
  const fault: { ofAppends: Error | null } = { ofAppends: null };
  const append: EventLog["append"] = (...input) =>
    fault.ofAppends ? Promise.reject(fault.ofAppends) : service.log.append(...input);
  const api = openQueryApi({
    publicUrl: scratchUrl,
    rateLimiter: unlimited,
    singleUses: { rateLimiter: unlimited, since: null },
    log: {
      generation: service.generation,
      head: () => service.log.head(),
      read: (...input) => service.log.read(...input),
      eventAt: (...input) => service.log.eventAt(...input),
      readStored: (...input) => service.log.readStored(...input),
      append,
    },
    settings: { stepUpSeconds: 300, requireAdminSecondFactor: false, clientSecretDisplay: "always" },
    sealing: service.sealing,
    keyring: service.keyring,
    writeBackup: (options) => writeBackup({ ...service, masterKey: masterKey(service.masterKey) }, options),
    store,
    builds,
    progress: projections.progress,
    now: monotonicClock(
      () => clock.now.getTime(),
      () => 0,
    ),
    contactEmail: "pro@attestory.test",
    invitationsPerDay: 50,
    checkJobs: () => null,
    notices: async () => ({}),
    reportError: (message, error) => reportedErrors.push(`${message}: ${error}`),
  });
  const log = createLog({ level: "silent" });
  const readiness = createReadiness({}, log);
  const app = createApp({
    groups: [api],
    host: "127.0.0.1",
    publicUrl: scratchUrl,
    trustProxy: 1,
    log,
    readiness,
  });
  const server = await listen(app, { host: "127.0.0.1", port: 0, readiness, drainMs: 500 });
  return {
    service,
    projections,
    api,
    clock,
    fault,
    reportedErrors,
    get: (path, { token, headers } = {}) =>
      fetch(server.url + path, { headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } }),
    knowing(position) {
      const digest = (...parts: string[]) => service.keyring.hmac("link key", ...parts);
      return { "X-Log-Position": encryptMark({ generation: service.generation, position }, null, digest) };
    },
    async close() {
      await server.drain();
      await api.settled();
      await projections.stop();
      await Promise.all([store.close(), builds.close()]);
      await service.close();
    },
  };
}
