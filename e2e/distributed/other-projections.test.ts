/** @module-tag slow */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { subscribeToProgress } from "@attestory/event-store/progress/redis-progress.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterEach, describe, expect, it } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { allLagging, lagging, slowWhile, stopped } from "../stand-ins/projections/lists.ts";
import { oneOfEach } from "./own-stack.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

const addOthers = new URL("../stand-ins/projections/add-others.ts", import.meta.url).href;

describe.skipIf(whyNotDistributed())("processes that run projections which authentication does not need", () => {
  let distributed: Distributed;
  afterEach(() => distributed.remove());

  /** Whether the projections that sign-outs wait for are published to hold all of the log. */
  async function publishedToHead({ settings }: Distributed): Promise<boolean> {
    const { EVENT_LOG: eventLog = "", VAULT: vault = "", JOBS: url = "", MASTER_KEY = "" } = settings;
    const reportError = () => undefined;
    const masterKeys = [Buffer.from(MASTER_KEY, "base64")];
    const stores = await openStores({ eventLog, vault, masterKeys, generation: 1, reportError });
    const subscription = subscribeToProgress({ url, generation: 1, keyring: stores.keyring, reportError });
    try {
      return await subscription.waitForPosition(await stores.log.head(), 60_000);
    } finally {
      subscription.close();
      await stores.close();
    }
  }

  it("B9 are only degraded while these are slow or have stopped, and sign-outs are not told of them", {
    timeout: 300_000,
  }, async () => {
    const isSlow = join(temporaryFolder(), "slow");
    writeFileSync(isSlow, "");
    const env = { NODE_OPTIONS: `--import=${addOthers}`, [slowWhile]: isSlow };
    distributed = await startDistributed(env, oneOfEach);
    const { url } = distributed;
    const urls = [...distributed.of("query"), ...distributed.of("projections")].map((service) => service.url);
    const health = () =>
      Promise.all(
        urls.map(async (at) => {
          const { status, body } = await call(at, "GET /health/ready");
          return { status, body };
        }),
      );
    const degradedBy = (reason: string) => {
      const reasons = { projections: expect.stringMatching(new RegExp(`^${reason}$`)) };
      return { status: 200, body: { status: "degraded", reasons } };
    };

    const user = await givenSignedInUser(url);
    const behind = degradedBy(allLagging);
    await expect.poll(health).toEqual([behind, behind]);
    const token = await signIn(url, user);
    expect((await call(url, "POST /api/auth/logout", { token })).status).toBe(200);
    expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(200);
    expect(await publishedToHead(distributed)).toBe(true);
    expect(await health()).toEqual([behind, behind]);

    rmSync(isSlow);
    const hasStopped = degradedBy(`${stopped.name} has stopped at position [0-9]+`);
    const [query, projections] = [degradedBy(`${stopped.name} is ${lagging}`), hasStopped];
    // The test server needs seconds to write so many documents.
    await expect.poll(health, { timeout: 120_000 }).toEqual([query, projections]);
    expect(await publishedToHead(distributed)).toBe(true);
  });
});
