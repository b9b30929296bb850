import { z } from "zod";
import type { Log } from "../observability/log.ts";
import type { Principal } from "../routing/principal.ts";
import { type Route, routeFor } from "../routing/route.ts";

/** Returns null if healthy, else a reason that is safe to show to anyone. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

/** How far the build of each read model is, by its name, in words that may be shown to anyone; empty while nothing is built. */
export type BuildShares = () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;

/** Whether this process should be sent requests. */
export interface Readiness {
  /** Why the process is not ready, by part name; empty when it is ready. Each check may take one second. */
  reasons(): Promise<Readonly<Record<string, string>>>;
  /** Partial failures, by part name, during which the process still answers other requests. */
  faults(): Promise<Readonly<Record<string, string>>>;
  /** Empty also if it is not known within a second. */
  builds(): Promise<Readonly<Record<string, string>>>;
  /** Marks the process as not ready for good: it is about to end. */
  markShuttingDown(): void;
}

const patienceMs = 1_000;

/** Resolves to `otherwise` after a second. */
const withPatience = async <Answer>(ask: () => Promise<Answer> | Answer, otherwise: Answer): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(resolve, patienceMs, otherwise);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** What is said besides whether the process is ready. */
interface Besides {
  faultChecks?: Readonly<Record<string, ReadinessCheck>> | undefined;
  builds?: BuildShares | undefined;
}

/** Runs every check on each call. A check that throws reports "failed"; only the log gets the error. */
export const createReadiness = (
  checks: Readonly<Record<string, ReadinessCheck>>,
  log: Log,
  { faultChecks = {}, builds = () => ({}) }: Besides = {},
): Readiness => {
  let leaving = false;
  const run = async ([part, check]: [string, ReadinessCheck]): Promise<[string, string | null]> => {
    try {
      return [part, await withPatience(check, "does not answer")];
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
    // Whatever is wrong with the store is said by a check.
    builds: () => withPatience(builds, {}).catch(() => ({})),
  };
};

const health = z
  .strictObject({
    status: z.enum(["live", "ready", "degraded", "not_ready"]),
    reasons: z.record(z.string(), z.string()),
    builds: z
      .record(z.string(), z.string())
      .optional()
      .describe("How far the build of each read model is, by its name. Absent while nothing is built"),
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
      "For load balancers. Says which parts do not answer, what is wrong while the process goes on (degraded), and which read models are being built: that alone is no fault.",
    access: "anyone",
    answers: { 200: health, 503: health },
    handle: async () => {
      const [reasons, shares] = await Promise.all([readiness.reasons(), readiness.builds()]);
      const building = Object.keys(shares).length > 0 && { builds: shares };
      if (Object.keys(reasons).length > 0) return { status: 503, body: { status: "not_ready", reasons, ...building } };
      const faults = await readiness.faults();
      const status = Object.keys(faults).length === 0 ? "ready" : "degraded";
      return { status: 200, body: { status, reasons: faults, ...building } };
    },
  });
  return [live, ready];
};
