import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { expect, it } from "vitest";
import { clientLimit } from "./limit-clients.ts";

const client = { id: "one", kind: "confidential", network: "192.0.2.1" } as const;
const answer = async () => ({ status: 200, headers: { Pragma: "no-cache" } });
const limit = () => clientLimit(inProcessRateLimiter(() => new Date()));

it("tells an application how many calls it has left, and refuses those above 6,000 a minute", async () => {
  const limited = limit();
  const policy = '"client";q=6000;w=60';
  expect((await limited(client, answer)).headers).toEqual({
    Pragma: "no-cache",
    RateLimit: '"client";r=5999',
    "RateLimit-Policy": policy,
  });
  for (let calls = 1; calls < 6000; calls++) await limited(client, answer);

  const refused = await limited({ ...client, network: "192.0.2.2" }, answer);
  expect(refused).toMatchObject({ status: 429, problem: { code: "temporarily_unavailable" } });
  const headers = new Headers(refused.headers);
  const wait = headers.get("Retry-After");
  expect(Number(wait)).toBeGreaterThan(0);
  expect(refused.headers).toMatchObject({ RateLimit: `"client";r=0;t=${wait}`, "RateLimit-Policy": policy });
  expect((await limited({ ...client, id: "another" }, answer)).status).toBe(200);
});

it("counts a public application in each network, so that strangers cannot use up its calls", async () => {
  const limited = limit();
  const app = { ...client, kind: "public" } as const;
  for (let calls = 0; calls < 6000; calls++) await limited(app, answer);
  expect((await limited(app, answer)).status).toBe(429);
  expect((await limited({ ...app, network: "192.0.2.2" }, answer)).status).toBe(200);
});

it("limits and tells nothing where limits are off", async () => {
  expect(await clientLimit(unlimited)(client, answer)).toEqual({ status: 200, headers: { Pragma: "no-cache" } });
});
