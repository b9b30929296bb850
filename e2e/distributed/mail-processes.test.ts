import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { emailQueue } from "@attestory/command-api/log-workers/log-jobs.ts";
import { describe, expect, it } from "vitest";
import { whyNoRedis } from "../stand-ins/redis-server.ts";
import { patience, useMailWorkers } from "./mail-workers.ts";

const full = process.env.FULL_RUN === "1";
const timeout = full ? 600_000 : 120_000;

describe.skipIf(whyNoRedis())("email jobs on a shared queue", { timeout }, () => {
  const given = useMailWorkers();

  describe("RE-35 a killed mail process", () => {
    it.each([
      ["before sending", "email written", 1],
      ["after sending and before recording it", "email sent", 2],
    ])("%s: another one sends the email, with the same link", async (_, step, most) => {
      const dying = await given.workers.start(given.server.url);
      dying.signalAt(step, "SIGKILL");
      const [id = ""] = await given.workers.register(1);
      await expect.poll(() => dying.child.signalCode, patience).toBe("SIGKILL");
      await given.workers.start(given.server.url);
      await given.workers.waitUntilAllSent([id]);
      const sent = given.workers.copies(id);
      expect(sent).toHaveLength(most);
      expect(new Set(sent).size).toBe(1);
      expect(sent[0]).toContain("/verify-email?token=");
    });

    it("at any moment: loses no email, and repeats at most those in progress", { tags: ["slow"] }, async () => {
      const kills = full ? 20 : 2;
      const ids: string[] = [];
      for (let kill = 0; kill < kills; kill++) {
        const dying = await given.workers.start(given.server.url);
        ids.push(...(await given.workers.register(40)));
        await wait(randomInt(300));
        await dying.stop("SIGKILL");
      }
      await given.workers.start(given.server.url);
      await given.workers.waitUntilAllSent(ids);
      const all = given.workers.copyCounts(ids);
      expect(Math.min(...all)).toBe(1);
      expect(all.reduce((sum, count) => sum + count - 1, 0)).toBeLessThanOrEqual(kills * emailQueue.atOnce);
    });
  });

  describe("RE-37 a process paused until another takes over its job", { tags: ["slow"] }, () => {
    it.each([
      ["before sending: one email is sent", "email written", 1],
      ["after sending and before recording it: the email is repeated, and recorded once", "email sent", 2],
    ])("%s", async (_, step, most) => {
      const still = await given.workers.start(given.server.url);
      still.signalAt(step, "SIGSTOP");
      const [id = ""] = await given.workers.register(1);
      await expect.poll(() => still.isSignalled(), patience).toBe(true);
      const other = await given.workers.start(given.server.url);
      if (full) await wait(60_000);
      await given.workers.waitUntilAllSent([id]);
      still.child.kill("SIGCONT");
      const [next = ""] = await given.workers.register(1);
      await given.workers.waitUntilAllSent([next]);
      await wait(1000);
      expect(given.workers.copyCounts([id, next])).toEqual([most, 1]);
      expect(await given.workers.outcomes([id])).toEqual(["LetterSent"]);
      await other.stop();
      const [last = ""] = await given.workers.register(1);
      await given.workers.waitUntilAllSent([last]);
    });
  });
});
