import { z } from "zod";
import type { Log } from "../observability/log.ts";
import type { Principal } from "../routing/principal.ts";
import { type Route, routeFor } from "../routing/route.ts";

/** Returns null if healthy, else a reason that is safe to show to anyone. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

/** Whether this process should be sent requests. */
export interface Readiness {
  /** Why the process is not ready, by part name; empty when it is ready. Each check may take one second. */
  reasons(): Promise<Readonly<Record<string, string>>>;
  /** Partial failures, by part name, during which the process still answers other requests. */
  faults(): Promise<Readonly<Record<string, string>>>;
  /** Marks the process as not ready for good: it is about to end. */
  markShuttingDown(): void;
}

const patienceMs = 1_000;

const withPatience = async (check: ReadinessCheck): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, "does not answer");
  });
  try {
    return await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs every check on each call. A check that throws reports "failed"; only the log gets the error. */
export const createReadiness = (
  checks: Readonly<Record<string, ReadinessCheck>>,
  log: Log,
  faultChecks: Readonly<Record<string, ReadinessCheck>> = {},
): Readiness => {
  let leaving = false;
  const run = async ([part, check]: [string, ReadinessCheck]): Promise<[string, string | null]> => {
    try {
      return [part, await withPatience(check)];
    } catch (err) {
      log.warn({ part, err }, "readiness check failed");
      return [part, "failed"];
    }
  };
  const runAll = async (named: Readonly<Record<string, ReadinessCheck>>) => {
    const answers = await Promise.all(Object.entries(named).map(run));
    return Object.fromEntries(answers.filter((answer): answer is [string, string] => answer[1] !== null));
  };
  return {
    markShuttingDown: () => {
      leaving = true;
    },
    reasons: async () => (leaving ? { process: "is shutting down" } : runAll(checks)),
    faults: () => runAll(faultChecks),
  };
};

const health = z
  .strictObject({
    status: z.enum(["live", "ready", "degraded", "not_ready"]),
    reasons: z.record(z.string(), z.string()),
  })
  .meta({ id: "Health" });

/**
 * GET /health/live (the process answers) and GET /health/ready (the process accepts requests; 503 with the reasons if not;
 * "degraded" if it cannot answer some requests).
 */
export const healthRoutes = (readiness: Readiness): Route[] => {
  const route = routeFor<Principal>();
  const live = route({
    method: "get",
    path: "/health/live",
    summary: "Whether the process answers",
    operationId: "getLiveness",
    description: "For whoever restarts a process that hangs. It asks no other part of the service.",
    access: "anyone",
    answers: { 200: health },
    handle: async () => ({ status: 200, body: { status: "live", reasons: {} } }),
  });
  const ready = route({
    method: "get",
    path: "/health/ready",
    summary: "Whether the process should be sent requests",
    operationId: "getReadiness",
    description:
      "For load balancers. Says which parts do not answer, and what is wrong while the process goes on (degraded).",
    access: "anyone",
    answers: { 200: health, 503: health },
    handle: async () => {
      const reasons = await readiness.reasons();
      if (Object.keys(reasons).length > 0) return { status: 503, body: { status: "not_ready", reasons } };
      const faults = await readiness.faults();
      const status = Object.keys(faults).length === 0 ? "ready" : "degraded";
      return { status: 200, body: { status, reasons: faults } };
    },
  });
  return [live, ready];
};
