import type { RequestListener } from "node:http";
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { setSecurityHeaders } from "../security/security-headers.ts";

/** One finished request. `route` is the declared path, never the requested one; `status` 0 means the client disconnected. */
export interface Observation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of one process. Other parts register theirs in `registry`. */
export interface HttpMetrics {
  readonly registry: Registry;
  /** All of them, in Prometheus's text format. */
  text(): Promise<string>;
  observe(observation: Observation): void;
  /** Registers a gauge with one value per name (the label `of`), read at each scrape. */
  gauge(name: string, help: string, read: () => Iterable<readonly [of: string, value: number]>): void;
}

const known = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

/** How often the delay of the event loop is measured. Every 10 ms, which is usual, takes 0.8 % of a core at rest, and this 0.09 %. */
const delayEveryMs = 100;

/**
 * Creates a separate registry with the durations of requests, and with the default metrics of the process if somebody can ask for them: to
 * measure the delay of the event loop wakes an idle process.
 */
export const createMetrics = ({ areServed = true } = {}): HttpMetrics => {
  const registry = new Registry();
  if (areServed) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEveryMs });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's head to the end of its answer",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    text: () => registry.metrics(),
    observe: ({ method, route, status, seconds }) =>
      durations.observe({ method: known.has(method) ? method : "other", route, status }, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        labelNames: ["of"] as const,
        registers: [registry],
        collect() {
          for (const [of, value] of read()) this.set({ of }, value);
        },
      });
    },
  };
};

/** The same metrics, added up with those of other processes, each as `getMetricsAsJSON` gives them. */
export const metricsOfAll = (own: HttpMetrics, others: () => Promise<object[][]>): HttpMetrics => ({
  ...own,
  text: async () =>
    AggregatorRegistry.aggregate([await own.registry.getMetricsAsJSON(), ...(await others())]).metrics(),
});

/** Answers only GET and HEAD of /metrics, in Prometheus's text format; meant for a separate port (`METRICS_PORT`). */
export const metricsListener =
  (metrics: () => HttpMetrics): RequestListener =>
  async (request, response) => {
    const { registry, text } = metrics();
    setSecurityHeaders(response);
    if (request.url !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404).end();
      return;
    }
    try {
      const all = await text();
      response.writeHead(200, { "Content-Type": registry.contentType }).end(all);
    } catch {
      response.writeHead(500).end();
    }
  };
