import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { knowingAll, storedEvents } from "../http/stored-log.ts";
import { readFolder } from "../invariants/folder.ts";
import { violations } from "../invariants/violations.ts";
import { startInProcess } from "../start-in-process.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { type Command, entry, profileChange, registration, send } from "./commands.ts";
import { failures, openFolder } from "./disks.ts";

const folder = openFolder();
const { dataDir } = folder;
let stack: Stack;
let someone: Awaited<ReturnType<typeof givenSignedInUser>>;
beforeAll(async () => {
  stack = await startStack({}, dataDir);
  someone = await givenSignedInUser(stack.url);
});
afterAll(async () => {
  await stack.kill();
  folder.remove();
});

/** All commands that were refused once. */
const refused: Command[] = [];

it("RE-05 runs on at least one kind of failing disk on this machine", () => {
  expect(failures.filter(({ possible }) => possible).length).toBeGreaterThan(0);
});

/** Read models that are behind when the disk fails stay behind, and queries refuse to read them. */
async function untilUpToDate(): Promise<void> {
  const registered = 1 + refused.filter(({ reserves }) => reserves).length;
  const sent = async () => (await storedEvents(stack)).filter(({ type }) => type === "LetterSent").length;
  await expect.poll(sent).toBe(registered);
  const headers = await knowingAll(stack);
  await askUntilUpToDate(() => call(stack.url, "GET /api/auth/me", { token: someone.token, headers }));
}
const readiness = async (url: string) => (await call(url, "GET /health/ready")).body;
async function ledger() {
  const { keyring } = await readFolder(dataDir);
  return refused.map((command) => entry(keyring, command)).filter((one) => one !== null);
}

describe.each(failures)("RE-05 a disk that $name", ({ fail, mend, possible }) => {
  it.skipIf(!possible)(
    "acknowledges only what is stored, keeps reading, and accepts writes once the disk works",
    async () => {
      const { url, output } = stack;
      const pid = stack.process.pid ?? 0;
      const visitor = { ...someone, userId: someone.id, firstName: null, ended: [] };
      await untilUpToDate();
      const before = (await storedEvents(stack)).length;
      const logged = output().length;

      await fail(pid, dataDir);
      const asked = [profileChange(visitor), profileChange(visitor), registration(newPerson())];
      for (const command of [...asked, ...asked]) {
        const { status, body } = await send(url, command);
        expect([status, body.code], command.call).toEqual([503, "log_unavailable"]);
      }
      expect((await call(url, "GET /api/auth/me", { token: someone.token })).status).toBe(200);
      expect(await storedEvents(stack)).toHaveLength(before);
      await expect.poll(() => output().slice(logged)).toContain("event log append failed");
      expect(await readiness(url)).toEqual({
        status: "degraded",
        reasons: expect.objectContaining({ eventLog: expect.stringMatching(/accepts no writes: .|did not accept/) }),
      });

      await mend(pid, dataDir);
      for (const command of asked) expect((await send(url, command)).status, command.call).toBeLessThan(300);
      refused.push(...asked);
      await expect.poll(() => readiness(url)).toEqual({ status: "ready", reasons: {} });
      const sent = await ledger();
      await expect.poll(() => violations(dataDir, { ledger: sent })).toEqual([]);
    },
  );
});

it("RE-05 has everything that it acknowledged after the disk failed and the process was killed", async () => {
  await stack.kill();
  const again = await startInProcess({ DATA_DIR: dataDir });
  const sent = await ledger();
  await expect.poll(() => violations(dataDir, { ledger: sent })).toEqual([]);
  await again.remove();
});
