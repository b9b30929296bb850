import { expect, it, onTestFinished, vi } from "vitest";
import { logLines, serve } from "../testing/serve.ts";
import { createReadiness } from "./health.ts";

const ask = async (url: string, path: string) => {
  const answer = await fetch(url + path);
  return [answer.status, await answer.json()];
};

it("HT-09 reports readiness and liveness, with reasons and without secrets", async () => {
  const { log, lines } = logLines();
  let eventLog: string | null = null;
  const broken = () => Promise.reject(new Error("connect ECONNREFUSED mongodb://root:hunter2@10.0.0.1"));
  const checks = { eventLog: () => eventLog, readStore: async () => (eventLog ? broken() : null) };
  const { url } = await serve([], { checks, log });
  expect(await ask(url, "/health/ready")).toEqual([200, { status: "ready", reasons: {} }]);
  eventLog = "cannot be reached";
  const reasons = { eventLog: "cannot be reached", readStore: "failed" };
  expect(await ask(url, "/health/ready")).toEqual([503, { status: "not_ready", reasons }]);
  expect(await ask(url, "/health/live")).toEqual([200, { status: "live", reasons: {} }]);
  expect(lines.join()).toContain("ECONNREFUSED");
  expect(lines.join()).not.toContain("hunter2");
});

it("treats a check that hangs as not ready after one second", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const readiness = createReadiness({ mail: () => new Promise<null>(() => undefined) }, logLines().log);
  const answered = vi.fn();
  void readiness.reasons().then(answered);
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith({ mail: "does not answer" });
});

it("RE-22 reports degraded, but still ready, while some documents cannot be read", async () => {
  const { url } = await serve([], { faultChecks: { documents: () => "1 cannot be read", others: () => null } });
  const reasons = { documents: "1 cannot be read" };
  expect(await ask(url, "/health/ready")).toEqual([200, { status: "degraded", reasons }]);
});

it("RE-16 says which read models are being built, ready or not, and answers if that is not known", async () => {
  const shares = { "activity@6": "40 % of events applied" };
  let builds: Record<string, string> = shares;
  const reasons: Record<string, string> = {};
  const checks = { projections: () => reasons.projections ?? null };
  const { url } = await serve([], { checks, builds: () => builds });
  expect(await ask(url, "/health/ready")).toEqual([200, { status: "ready", reasons: {}, builds: shares }]);
  reasons.projections = "catching up";
  expect(await ask(url, "/health/ready")).toEqual([503, { status: "not_ready", reasons, builds: shares }]);
  builds = {};
  expect(await ask(url, "/health/ready")).toEqual([503, { status: "not_ready", reasons }]);
  const unknown = await serve([], { builds: () => Promise.reject(new Error("unavailable")) });
  expect(await ask(unknown.url, "/health/ready")).toEqual([200, { status: "ready", reasons: {} }]);
});
