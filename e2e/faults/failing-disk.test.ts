import { afterEach, describe, expect, it } from "vitest";
import { call, givenSignedInUser, newPerson } from "../http/client.ts";
import { askUntilUpToDate } from "../http/own-writes.ts";
import { knowingAll, storedEvents } from "../http/stored-log.ts";
import { readFolder } from "../invariants/folder.ts";
import { violations } from "../invariants/violations.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { type Command, entry, profileChange, registration, send } from "./commands.ts";
import { type Disk, disks } from "./disks.ts";

let stack: Stack | null = null;
let disk: Disk | null = null;
afterEach(async () => {
  await stack?.kill();
  disk?.remove();
  stack = disk = null;
});

it("RE-05 runs on at least one kind of failing disk on this machine", () => {
  expect(disks.filter(({ possible }) => possible).length).toBeGreaterThan(0);
});

describe.each(disks)("RE-05 a disk that $name", ({ open, possible }) => {
  it.skipIf(!possible)(
    "acknowledges only what is stored, keeps reading, and accepts writes once the disk works",
    async () => {
      disk = open();
      // The compile cache alone would fill the small disk.
      stack = await startStack({ NODE_DISABLE_COMPILE_CACHE: "1" }, disk.dataDir);
      const { url, dataDir, output } = stack;
      const pid = stack.process.pid ?? 0;
      const someone = await givenSignedInUser(url);
      const visitor = { ...someone, userId: someone.id, firstName: null, ended: [] };
      // Read models that are behind when the disk fails stay behind, and queries refuse to read them.
      await expect
        .poll(() => storedEvents(stack as Stack))
        .toContainEqual(expect.objectContaining({ type: "LetterSent" }));
      const headers = await knowingAll(stack);
      await askUntilUpToDate(() => call(url, "GET /api/auth/me", { token: someone.token, headers }));
      const before = (await storedEvents(stack)).length;

      await disk.fail(pid);
      const refused: Command[] = [profileChange(visitor), profileChange(visitor), registration(newPerson(), () => {})];
      for (const command of [...refused, ...refused]) {
        const { status, body } = await send(url, command);
        expect([status, body.code], command.what).toEqual([503, "log_unavailable"]);
      }
      expect((await call(url, "GET /api/auth/me", { token: someone.token })).status).toBe(200);
      expect(await storedEvents(stack)).toHaveLength(before);
      await expect.poll(output).toContain("event log append failed");

      await disk.mend(pid);
      for (const command of refused) expect((await send(url, command)).status, command.what).toBeLessThan(300);
      const { keyring } = await readFolder(dataDir);
      const ledger = refused.map((command) => entry(keyring, command)).filter((one) => one !== null);
      await expect.poll(() => violations(dataDir, { ledger })).toEqual([]);
      await stack.kill();
      stack = await stack.restart();
      await expect.poll(() => violations(dataDir, { ledger })).toEqual([]);
    },
  );
});
