import type { RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { activateGeneration, activeGeneration } from "@attestory/event-store/generations/local-generation-record.ts";
import { problem, withHeaders } from "@attestory/http/routing/problem.ts";
import { answerAsPage } from "@attestory/http/routing/problem-page.ts";
import { sendProblem } from "@attestory/http/routing/send-answer.ts";
import { setSecurityHeaders } from "@attestory/http/security/security-headers.ts";
import type { Readiness } from "@attestory/http/server/health.ts";
import { LiveGenerations } from "./backup/live-generations.ts";
import type { Settings } from "./config.ts";
import type { EmbeddedParts } from "./embedded-parts.ts";
import { type Embedded, openEmbedded } from "./open-embedded.ts";

/** The service in one process. It goes over to another generation of its log when an admin asks for it, without a restart. */
export type SwitchingService = Omit<Embedded, "app"> & { app: RequestListener };

/** Requests that are being answered when a switch begins have so long to end. */
const patienceMs = 1000;

const changingOver = withHeaders(
  problem(503, "changing_over", "The service is changing over to other data. Please try again in a moment."),
  { "Retry-After": "1" },
);

/** Opens the service on the generation that is active. */
export async function openSwitchingService(
  settings: Settings,
  parts: Omit<EmbeddedParts, "generations">,
): Promise<SwitchingService> {
  const { dataDir } = settings;
  const { log, now = () => new Date() } = parts;
  const unanswered = new Set<ServerResponse>();
  const died = Promise.withResolvers<Error>();
  let isLeaving = false;
  let isSwitching = false;
  let switched = Promise.resolve();

  const open = async () => {
    const opened = await openEmbedded(settings, { ...parts, generations });
    opened.onFault(died.resolve);
    if (isLeaving) opened.readiness.markShuttingDown();
    return opened;
  };

  /** All but the request that asks for the switch, which is answered once it is done. */
  const othersAnswered = async () => {
    const until = performance.now() + patienceMs;
    while (unanswered.size > 1 && performance.now() < until) await wait(10);
  };

  const run = async () => {
    running = await open();
    isSwitching = false;
  };

  const changeOver = async (generation: number, between: () => Promise<void>) => {
    const from = running.events.generation;
    const startedAt = performance.now();
    await othersAnswered();
    await running.close();
    try {
      await between();
      activateGeneration(dataDir, generation);
      await run();
      log.info({ generation, ms: Math.round(performance.now() - startedAt) }, "changed over to another generation");
    } catch (error) {
      log.error({ err: error }, "change of generation failed, the former one goes on");
      if (activeGeneration(dataDir) !== from) activateGeneration(dataDir, from);
      await run();
      throw error;
    }
  };

  const generations = new LiveGenerations({
    dataDir,
    buildDocuments: settings.buildDocuments,
    masterKeys: settings.masterKeys,
    now,
    log,
    running: () => running.events,
    async switchTo(generation, between) {
      if (isLeaving) throw new Error("the service is stopping");
      isSwitching = true;
      const switching = changeOver(generation, between);
      switched = switching.catch((error) => {
        // Neither generation runs. Otherwise the former one does, and the process goes on.
        if (isSwitching) died.resolve(error);
      });
      await switching;
    },
  });
  await generations.clean();
  let running = await open();

  const app: RequestListener = (request, response) => {
    if (isSwitching) return refuse(request, response);
    unanswered.add(response);
    response.on("close", () => unanswered.delete(response));
    running.app(request, response);
  };

  const readiness: Readiness = {
    reasons: async () => (isSwitching ? { process: "is changing over" } : running.readiness.reasons()),
    faults: () => running.readiness.faults(),
    builds: async () => (isSwitching ? {} : running.readiness.builds()),
    markShuttingDown() {
      isLeaving = true;
      running.readiness.markShuttingDown();
    },
  };

  return {
    app,
    readiness,
    notices: () => running.notices(),
    get metrics() {
      return running.metrics;
    },
    get admins() {
      return running.admins;
    },
    get events() {
      return running.events;
    },
    get sealing() {
      return running.sealing;
    },
    onFault: (report) => void died.promise.then(report),
    async close() {
      await switched;
      await running.close();
    },
  };
}

/** For the second or so of a switch. The process is alive, and takes requests again in a moment. */
const refuse: RequestListener = (request, response) => {
  setSecurityHeaders(response);
  if (request.url === "/health/live") {
    response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ status: "live", reasons: {} }));
    return;
  }
  if (request.headers["sec-fetch-mode"] === "navigate") answerAsPage(response, "Authorization");
  sendProblem(request, response, changingOver);
};
