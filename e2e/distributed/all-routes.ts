import { openCommandApi } from "@attestory/command-api/command-api.ts";
import type { CommandRoute } from "@attestory/command-api/handling/command-route.ts";
import { readConfiguration } from "@attestory/command-api/service-config.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { ReportedProgress } from "@attestory/projections/follower/progress.ts";
import { openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { openQueryApi } from "@attestory/query-api/query-api.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** A declared call and the API that declares it. */
export interface SidedRoute extends Pick<CommandRoute, "method" | "path" | "write"> {
  readonly side: "command" | "query";
}

/** Every call that the command side or the query side declares. */
export async function allRoutes(): Promise<SidedRoute[]> {
  const service = await openScratchService();
  const { log, sealing, keyring } = service;
  const parts = { log, sealing, keyring, now: () => new Date(), reportError: () => {} };
  const configuration = readConfiguration({
    EVENT_LOG: "esdb://localhost:2113",
    VAULT: "mongodb://localhost/vault",
    JOBS: "redis://localhost",
    MASTER_KEY: Buffer.alloc(32, 1).toString("base64"),
  });
  if ("faults" in configuration) throw new Error(configuration.faults.join("\n"));
  const commands = await openCommandApi({
    ...parts,
    settings: configuration.settings.command,
    rateLimiter: unlimited,
    singleUses: { rateLimiter: unlimited, since: null },
    projected: async () => false,
  });
  const store = await openReadStore(service);
  const queries = openQueryApi({
    ...parts,
    writeBackup: () => {
      throw new Error("no export is asked for");
    },
    publicUrl: configuration.settings.publicUrl,
    contactEmail: null,
    invitationsPerDay: 50,
    checkJobs: () => null,
    rateLimiter: unlimited,
    singleUses: { rateLimiter: unlimited, since: null },
    settings: configuration.settings.command,
    store,
    builds: { list: async () => [] },
    progress: new ReportedProgress(),
    notices: async () => ({}),
  });
  const named = (side: SidedRoute["side"], routes: readonly Omit<SidedRoute, "side">[]) =>
    routes.map(({ method, path, write }) => ({ side, method, path, write }));
  const all = [...named("command", commands.routes), ...named("query", queries.routes)];
  await commands.close();
  await store.close();
  await service.close();
  return all;
}
