import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { routeFor } from "../routing/route.ts";
import { listen } from "../server/listen.ts";
import { done, serve } from "../testing/serve.ts";
import { createMetrics, metricsListener } from "./metrics.ts";

const thing = routeFor<Principal>()({
  method: "get",
  path: "/api/things/{id}",
  summary: "A thing",
  access: "anyone",
  answers: { 200: done },
  params: z.strictObject({ id: z.string() }),
  handle: async ({ params }) => ({ status: 200, body: { message: params.id } }),
});

it("counts requests by declared route, and serves metrics on a port of their own", async () => {
  const metrics = createMetrics();
  const { url } = await serve([thing], { metrics });
  const own = await listen(
    metricsListener(() => metrics),
    { host: "127.0.0.1", port: 0 },
  );
  onTestFinished(() => own.drain());
  for (const path of ["/api/things/1", "/api/things/2", "/api/nothing/secret"]) await fetch(url + path);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  const answer = await fetch(`${own.url}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/things/{id}",status="200"} 2');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 2');
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain("secret");
  for (const path of ["/", "/metrics/x"]) expect((await fetch(own.url + path)).status).toBe(404);
});

it("reads a labelled gauge at the time of the request", async () => {
  const metrics = createMetrics();
  let lag = 1;
  metrics.gauge("lag_seconds", "How far behind", () => [["users", lag]]);
  lag = 2.5;
  expect(await metrics.registry.metrics()).toContain('lag_seconds{of="users"} 2.5');
});
