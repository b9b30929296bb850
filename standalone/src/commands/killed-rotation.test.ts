/** @module-tag random */
import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { markOf, markOfKey } from "@attestory/event-store/vault/master-key.ts";
import { expect, it, onTestFinished } from "vitest";
import { cli } from "../testing/run-cli.ts";

const rounds = process.env.FULL_RUN === "1" ? 50 : 3;
const persons = 10_000;
const timeout = 300_000;
const service = scratchServiceOfFile();

/** Rotates, and may be killed after so many milliseconds. Returns how long it ran, and null if it was killed. */
async function rotate(killedAfterMs?: number): Promise<number | null> {
  const started = performance.now();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: service.dataDir };
  const child = spawn(process.execPath, [cli, "rotate-master-key"], { env, stdio: "ignore" });
  const ended = once(child, "close").then(() => true);
  if (await (killedAfterMs === undefined ? ended : Promise.race([ended, wait(killedAfterMs, false)]))) {
    expect(child.exitCode).toBe(0);
    return performance.now() - started;
  }
  child.kill("SIGKILL");
  await ended;
  return null;
}

it("CR-06 LG-02 a rotation that is killed at any moment loses no key and brings none back, beside a service that runs", {
  timeout,
}, async () => {
  const { dataDir, masterKey } = service;
  const file = join(dataDir, "master.key");
  writeFileSync(file, `${masterKey.toString("base64")}\n`, { mode: 0o600 });
  const open = async () => {
    const onFault = (error: Error) => {
      throw error;
    };
    const stores = await openLocalStores({ dataDir, generation: 1, masterKeys: null, writes: true, onFault });
    onTestFinished(() => stores.close());
    return stores;
  };
  const running = (await open()).keyring;
  const keys = new Map<string, string>();
  const erased: string[] = [];
  const register = async () => {
    const id = randomUUID();
    keys.set(id, (await running.createPersonKey(id)).export().toString("hex"));
  };
  const eraseOne = async () => {
    const [id = ""] = [...keys.keys()].slice(randomInt(keys.size));
    keys.delete(id);
    erased.push(id);
    await running.erasePerson(id);
  };
  await Promise.all(Array.from({ length: persons }, register));
  /** Nothing is lost: with what the file has now, every key is what it was. */
  const expectWhole = async () => {
    const found = await (await open()).keyring.personKeys([...keys.keys(), ...erased]);
    expect(new Map([...found].map(([id, key]) => [id, key.export().toString("hex")]))).toEqual(keys);
  };

  let longest = (await rotate()) ?? 0;
  for (let killed = 0; killed < rounds; ) {
    const rotating = rotate(randomInt(Math.floor(longest / 3), Math.ceil(longest))).then((ms) => ({ ms }));
    let ended: { ms: number | null } | null = null;
    while (!ended) {
      await register();
      await eraseOne();
      ended = await Promise.race([rotating, wait(20, null)]);
    }
    // On a machine that is less busy than before, it ends before it is killed.
    if (ended.ms === null) killed++;
    else longest = ended.ms;
    await expectWhole();
  }

  await rotate();
  const [key = "", ...others] = readFileSync(file, "utf8").trim().split("\n");
  const entries = await service.vault.entries(null, 100_000);
  const marks = entries.flatMap(({ key }) => (key === "erased" ? [] : [markOf(key)]));
  expect([others, [...new Set(marks)]]).toEqual([[], [markOfKey(Buffer.from(key, "base64"))]]);
  expect(entries.filter(({ key }) => key === "erased").map(({ name }) => name)).toEqual(erased.toSorted());
  await expectWhole();
});
