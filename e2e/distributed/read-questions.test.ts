import { setTimeout as wait } from "node:timers/promises";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenAdmin, type Member } from "../http/admins.ts";
import { registerApplication } from "../http/applications.ts";
import { call } from "../http/client.ts";
import { type Command, type CountingProxy, startCountingProxy } from "../stand-ins/counting-proxy.ts";
import { written } from "../start-in-process.ts";
import { oneOfEach } from "./own-stack.ts";
import { type ServiceProcess, startService } from "./service-process.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

/** At most so many commands for a request: the table of bench/README.md. */
const reads = {
  "/api/auth/me": 1,
  "/api/user/sessions": 2,
  "/api/developer/applications": 2,
  "/api/admin/users": 3,
  "/api/admin/stats": 2,
};

/** The regular look at all checkpoints, with or without a request. */
const isLook = ({ find, filter }: Command): boolean =>
  String(find).endsWith(".catalogue") && Object.keys(filter as object).length === 0;

describe.skipIf(whyNotDistributed())("what a read asks MongoDB", () => {
  let stack: Distributed;
  let proxy: CountingProxy;
  let query: ServiceProcess;
  let admin: Member;
  let stores: Awaited<ReturnType<typeof openStores>>;
  const log = () => written({ ...stores, now: () => new Date() });

  beforeAll(async () => {
    stack = await startDistributed({ LOG_LEVEL: "error" }, oneOfEach);
    const { EVENT_LOG = "", VAULT = "", MASTER_KEY = "", READ_STORE = "" } = stack.settings;
    const masterKeys = [Buffer.from(MASTER_KEY, "base64")];
    stores = await openStores({ eventLog: EVENT_LOG, vault: VAULT, masterKeys, generation: 1, reportError() {} });
    admin = await givenAdmin({ url: stack.url, ...log() });
    await registerApplication(stack.url, { developer: admin });
    proxy = await startCountingProxy(stack.servers.mongo);
    const url = new URL(READ_STORE);
    url.port = String(proxy.port);
    url.searchParams.set("directConnection", "true");
    query = await startService({ role: "query", env: { ...stack.settings, READ_STORE: String(url) } });
  });
  afterAll(async () => {
    await query?.stop();
    await proxy?.close();
    await stores?.close();
    await stack?.remove();
  });

  /** How many commands a read takes, apart from regular looks. */
  const questions = async (path: string): Promise<number> => {
    const before = proxy.asked.length;
    expect(await call(query.url, `GET ${path}`, { token: admin.token })).toMatchObject({ status: 200 });
    return proxy.asked.slice(before).filter((command) => !isLook(command)).length;
  };

  // Tried again: the first request of a list asks for the active build first, and a busy machine may answer 503 until its documents are fresh.
  it.each(Object.entries(reads))("asks for GET %s no more than the table says", (path, most) =>
    expect.poll(() => questions(path)).toBeLessThanOrEqual(most),
  );

  it("asks for nothing but the checkpoints of all projections while there are no requests", async () => {
    const before = proxy.asked.length;
    await expect.poll(() => proxy.asked.length).toBeGreaterThan(before + 8);
    expect(proxy.asked.slice(before).filter((command) => !isLook(command))).toEqual([]);
  });

  it.runIf(process.env.COUNT)("prints the counts", { timeout: 120_000 }, async () => {
    for (const path of Object.keys(reads)) {
      const counts: number[] = [];
      for (let n = 0; n < 9; n++) counts.push(await questions(path));
      process.stdout.write(`${path}: ${counts.join(" ")}\n`);
    }
    const before = proxy.asked.length;
    await wait(10_000);
    process.stdout.write(`idle, in a second: ${(proxy.asked.length - before) / 10}\n`);
  });
});
