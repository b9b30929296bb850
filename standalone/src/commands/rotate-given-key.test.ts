import { randomBytes, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { markOfKey } from "@attestory/event-store/vault/master-key.ts";
import { expect, it } from "vitest";
import { givenFileKey, marksIn, textOf } from "../testing/file-key.ts";
import { runInProcess } from "../testing/run-in-process.ts";

it("CR-06 rotates the key of the environment between two restarts, and says which is next", async () => {
  const { dataDir, masterKey, ada, open } = await givenFileKey();
  const next = randomBytes(32);
  const run = (args: string[], more: Record<string, string>) => runInProcess(args, { DATA_DIR: dataDir, ...more });
  const [MASTER_KEY, MASTER_KEY_NEXT] = [textOf(masterKey), textOf(next)];
  const early = await run(["rotate-master-key"], { MASTER_KEY });
  expect([early.code, early.stderr]).toEqual([
    78,
    expect.stringMatching(/MASTER_KEY_NEXT must be the new key .* start every process again, then run this again/),
  ]);
  const running = await open([next, masterKey]);
  await running.keyring.createPersonKey(randomUUID());
  expect(await marksIn(dataDir)).toEqual([markOfKey(masterKey)]);
  const both = { MASTER_KEY, MASTER_KEY_NEXT };
  const { code, stdout } = await run(["rotate-master-key"], both);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^wrapped 4 keys .*\nnext: set MASTER_KEY to the value of/),
  ]);
  await running.keyring.createPersonKey(randomUUID());
  expect(await marksIn(dataDir)).toEqual([markOfKey(next)]);
  expect((await run(["rotate-master-key"], both)).stdout).toMatch(/^wrapped 0 keys /);
  const restarted = await open([next]);
  expect((await restarted.keyring.personKeys([ada])).size).toBe(1);
  await expect(open([masterKey])).rejects.toThrow("another master key");
});

it("CR-06 the doctor reports a rotation that is not finished", async () => {
  const { dataDir, file, masterKey } = await givenFileKey();
  const keyFinding = async (more: Record<string, string>) => {
    const { stdout } = await runInProcess(["doctor", "--json"], { DATA_DIR: dataDir, NODE_ENV: "test", ...more });
    return (JSON.parse(stdout) as { check: string; state: string; found: string }[]).find(
      ({ check }) => check === "master key",
    );
  };
  const unfinished = {
    state: "warning",
    found: expect.stringContaining("a rotation of the master key is not finished"),
  };
  expect(await keyFinding({})).toMatchObject({ state: "ok" });
  const next = textOf(randomBytes(32));
  expect(await keyFinding({ MASTER_KEY: textOf(masterKey), MASTER_KEY_NEXT: next })).toMatchObject(unfinished);
  writeFileSync(file, `${next}\n${textOf(masterKey)}\n`, { mode: 0o600 });
  expect(await keyFinding({})).toMatchObject(unfinished);
});
