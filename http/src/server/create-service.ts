import type { RequestListener } from "node:http";
import type { Log } from "../observability/log.ts";
import { createMetrics } from "../observability/metrics.ts";
import type { RequestHandler } from "../routing/request-handler.ts";
import { watchIgnoredForwarding } from "../security/ignored-forwarding.ts";
import type { ServerSettings } from "../settings/server-variables.ts";
import { createApp, type RouteGroup } from "./app.ts";
import { type BuildShares, createReadiness, type ReadinessCheck } from "./health.ts";
import type { Service } from "./run-service.ts";

export interface ServiceParts {
  settings: Pick<ServerSettings, "host" | "publicUrl" | "trustProxy" | "production" | "metricsPort">;
  log: Log;
  /** None: the process serves only its health and metrics. */
  groups?: readonly RouteGroup[];
  webApp?: RequestHandler | undefined;
  /** While one of them gives a reason, the process is not ready. */
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** While one of them gives a reason, the process is degraded. */
  faultChecks?: Readonly<Record<string, ReadinessCheck>>;
  builds?: BuildShares | undefined;
  close(): Promise<void>;
}

/** What an admin should know of, by part name, in words that are safe to show. */
export type Notices = () => Promise<Readonly<Record<string, string>>>;

/** What every process serves: its routes, health and metrics. */
export function createService(parts: ServiceParts): Service & { app: RequestListener; notices: Notices } {
  const { settings, log, groups = [], webApp, checks, faultChecks, builds, close } = parts;
  const readiness = createReadiness(checks, log, { faultChecks: { ...faultChecks, log: log.fault }, builds });
  const metrics = createMetrics({ areServed: settings.metricsPort !== null });
  const forwarding = watchIgnoredForwarding(settings.trustProxy, (notice) => log.warn({}, notice));
  const app = createApp({
    groups,
    host: settings.host,
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    checkAnswers: !settings.production,
    log,
    readiness,
    metrics,
    forwarding,
    ...(webApp && { webApp }),
  });
  const notices = async () => {
    const proxy = forwarding.notice();
    return { ...(await readiness.faults()), ...(proxy && { proxy }) };
  };
  return { app, readiness, metrics, close, notices };
}
