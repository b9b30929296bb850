import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { settlementsStream } from "@attestory/events/envelope.ts";
import { afterEach, expect, it } from "vitest";
import { takeDataFolder } from "../../data-folder.ts";
import { runInProcess } from "../../testing/run-in-process.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const masterKey = Buffer.alloc(32, "scratch").toString("base64");

async function givenData({ aheadMs = 0 } = {}) {
  const service = await openScratchService();
  ends.push(() => service.close());
  const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
  await service.happened(
    settlementsStream,
    { type: "SettlementResolved", data: { userId, identifier: null } },
    { recordedAt: new Date(Date.now() + aheadMs) },
  );
  return service.dataDir;
}

/** A server that answers as the listener does. */
async function givenPort(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  ends.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return String(address.port);
}
const healthy: RequestListener = (_, response) => response.end(JSON.stringify({ status: "ready", reasons: {} }));

async function doctor(environment: Record<string, string>) {
  const { code, stdout } = await runInProcess(["doctor", "--json"], { NODE_ENV: "test", ...environment });
  const findings: { check: string; state: string; found: string; remedy?: string }[] = JSON.parse(stdout);
  const of = (name: string) => findings.find(({ check }) => check === name);
  return { code, of, states: findings.map(({ check, state }) => `${check} ${state}`) };
}

const allOk = ["data folder", "disk", "event log", "master key", "clock", "service", "address", "proxy", "mail"];

it("U12 the doctor finds nothing wrong with a service that runs, and changes nothing", async () => {
  const dataDir = await givenData();
  ends.push(takeDataFolder(dataDir).release);
  const before = readdirSync(dataDir);
  const environment = { DATA_DIR: dataDir, MASTER_KEY: masterKey, PORT: await givenPort(healthy) };
  const { code, states, of } = await doctor(environment);
  expect([code, states]).toEqual([0, ["settings", ...allOk].map((check) => `${check} ok`)]);
  expect(of("service")?.found).toMatch(/^runs on this folder, so a second start is refused; it answers at/);
  expect(readdirSync(dataDir)).toEqual(before);
  const { stdout } = await runInProcess(["doctor"], { NODE_ENV: "test", ...environment });
  expect(stdout).toMatch(/^ok {7}settings {5}valid/);
  expect(stdout).toMatch(/\n0 problems\n$/);
});

it("U12 the doctor names each problem and what to do, and exits with 1", async () => {
  const unreachable = await givenPort(healthy);
  await ends.pop()?.();
  const { code, states, of } = await doctor({
    DATA_DIR: await givenData({ aheadMs: 3_600_000 }),
    MASTER_KEY: Buffer.alloc(32, "another").toString("base64"),
    PORT: await givenPort((_, response) => response.end("hello")),
    PUBLIC_URL: "https://nowhere.invalid",
    SMTP_URL: `smtp://ada:hunter22@127.0.0.1:${unreachable}`,
    DEV_INBOXX: "on",
  });
  expect(code).toBe(1);
  expect(states).toEqual([
    "settings warning",
    "data folder ok",
    "disk ok",
    "event log ok",
    "master key problem",
    "clock problem",
    "service problem",
    "address problem",
    "proxy warning",
    "mail problem",
  ]);
  expect(of("settings")?.found).toBe("DEV_INBOXX is no setting; did you mean DEV_INBOX?");
  expect(of("clock")?.found).toMatch(/is (59|60) minutes behind the event log/);
  expect(of("service")?.remedy).toBe("stop that, or set PORT");
  expect(of("proxy")?.remedy).toMatch(/^set TRUST_PROXY=1/);
  expect(of("mail")?.found).toMatch(/^127\.0\.0\.1:\d+ failed at connection: connect ECONNREFUSED/);
});

it("U12 the doctor passes on what the service says of itself", async () => {
  const dataDir = await givenData();
  ends.push(takeDataFolder(dataDir).release);
  const ill: RequestListener = (_, response) =>
    response.end(JSON.stringify({ status: "degraded", reasons: { backups: "have failed" } }));
  const { of } = await doctor({ DATA_DIR: dataDir, MASTER_KEY: masterKey, PORT: await givenPort(ill) });
  expect(of("service")).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/degraded: backups have failed$/),
  });
});

it("U12 the doctor makes neither a folder nor a key, and says that a key is missing", async () => {
  const dataDir = join(temporaryFolder(), "new");
  const fresh = await doctor({ DATA_DIR: dataDir, PORT: "1" });
  expect([fresh.code, existsSync(dataDir)]).toEqual([0, false]);
  expect(fresh.of("data folder")?.found).toMatch(/does not exist yet/);
  const kept = await givenData();
  const keyless = await doctor({ DATA_DIR: kept });
  expect(keyless.of("master key")).toMatchObject({
    state: "problem",
    found: expect.stringMatching(/^neither MASTER_KEY/),
  });
  expect(existsSync(join(kept, "master.key"))).toBe(false);
});

it("U12 the doctor names a folder without data whose port another service has, as from a wrong DATA_DIR", async () => {
  const dataDir = join(temporaryFolder(), "wrong");
  const { of } = await doctor({ DATA_DIR: dataDir, PORT: await givenPort(healthy) });
  expect(of("service")?.found).toMatch(/^does not run on this folder, and another Attestory answers/);
});

it("U12 the doctor lists the faults of the settings alone", async () => {
  const { code, states, of } = await doctor({ PORT: "http", HOST: "two words" });
  expect([code, states]).toEqual([1, ["settings problem", "settings problem"]]);
  expect(of("settings")?.found).toMatch(/^PORT must be a port number/);
});
