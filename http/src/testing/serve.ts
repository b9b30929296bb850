import { onTestFinished } from "vitest";
import { z } from "zod";
import { createLog, type Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import type { Principal } from "../routing/principal.ts";
import { notSignedIn } from "../routing/problem.ts";
import type { RequestHandler } from "../routing/request-handler.ts";
import { type Method, type Route, routeFor } from "../routing/route.ts";
import { createApp } from "../server/app.ts";
import { type BuildShares, createReadiness, type ReadinessCheck } from "../server/health.ts";
import { type DrainTimes, type Listening, listen } from "../server/listen.ts";
import type { HeadTimes } from "../server/request-limits.ts";
import type { TrafficLimits } from "../server/traffic-limits.ts";

/** Tests that write a request by hand send `Host: x`. */
export const publicUrl = "http://x";

/** The principal of each test token. */
const people: Readonly<Record<string, Principal>> = {
  pending: { kind: "session", pending: true, roles: { isAdmin: false, isDeveloper: false } },
  user: { kind: "session", pending: false, roles: { isAdmin: false, isDeveloper: false } },
  developer: { kind: "session", pending: false, roles: { isAdmin: false, isDeveloper: true } },
  pro: { kind: "session", pending: false, roles: { isAdmin: false, isDeveloper: false, isPro: true } },
  admin: { kind: "session", pending: false, roles: { isAdmin: true, isDeveloper: false } },
  grant: { kind: "grant", pending: false, roles: { isAdmin: true, isDeveloper: false } },
  client: { kind: "client", pending: false, roles: { isAdmin: false, isDeveloper: false } },
  apiKey: { kind: "apiKey", pending: false, roles: { isAdmin: true, isDeveloper: false } },
};

/** A log that keeps its lines for a test to read. */
export const logLines = (): { log: Log; lines: string[] } => {
  const lines: string[] = [];
  return { lines, log: createLog({ level: "debug", stream: { write: (line) => void lines.push(line) } }) };
};

interface Options {
  readonly webApp?: RequestHandler;
  readonly log?: Log;
  readonly metrics?: HttpMetrics;
  readonly checks?: Record<string, ReadinessCheck>;
  readonly faultChecks?: Record<string, ReadinessCheck>;
  readonly builds?: BuildShares;
  readonly checkAnswers?: boolean;
  readonly trustProxy?: number;
  /** The settings of the app: 127.0.0.1 and `publicUrl` unless said otherwise. */
  readonly host?: string;
  readonly publicUrl?: string;
  readonly headTimes?: HeadTimes;
  readonly trafficLimits?: Partial<TrafficLimits>;
}

/** Every test drains its own server: the product's drain times would take longer than the test. */
const drainTimes: DrainTimes = { idleCheckMs: 5, silenceMs: 30 };

/** Serves routes on a free port until the test ends. */
export const serve = async (routes: readonly Route[], options: Options = {}): Promise<Listening> => {
  const { log = createLog({ level: "silent" }), checks = {}, headTimes, trafficLimits, ...rest } = options;
  const readiness = createReadiness(checks, log, options);
  const authenticate = async ({ value }: { value: string }) => people[value] ?? notSignedIn();
  const app = createApp({
    groups: [{ routes, authenticate }],
    host: "127.0.0.1",
    publicUrl,
    log,
    readiness,
    ...rest,
  });
  const server = await listen(app, {
    host: "127.0.0.1",
    port: 0,
    readiness,
    drainMs: 500,
    drainTimes,
    log,
    ...(headTimes && { headTimes }),
    ...(trafficLimits && { trafficLimits }),
  });
  onTestFinished(() => server.drain());
  return server;
};

export const done = z.strictObject({ message: z.string() });

const route = routeFor<Principal>();

interface OpenRoute {
  method?: Method;
  path?: `/${string}`;
  body?: z.ZodType;
  /** Returns the message of the answer. */
  handle?: () => Promise<string>;
}

/** A route that anyone may call: GET /api/open, which answers "open", unless said otherwise. */
export const openRoute = ({ method = "get", path = "/api/open", body, handle = async () => "open" }: OpenRoute = {}) =>
  route({
    method,
    path,
    summary: path,
    access: "anyone",
    answers: { 200: done },
    ...(body && { body }),
    handle: async () => ({ status: 200, body: { message: await handle() } }),
  });
