/** @module-tag embedded/moves-clock */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { backupsStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { call } from "./client.ts";

const folder = temporaryFolder();
const dir = join(folder, "backups");
const intervalSeconds = 60;
const env = { DATA_DIR: join(folder, "data"), BACKUP_DIR: dir, BACKUP_EVERY: "1m", BACKUP_KEEP: "2" };
let product: InProcess;
let admin: Member;

beforeAll(async () => {
  mkdirSync(env.DATA_DIR);
  mkdirSync(dir);
  product = await startInProcess(env);
  admin = await givenAdmin(product);
});
afterAll(() => product.remove());

const shown = async () => (await call(product.url, "GET /api/admin/backups", { token: admin.token })).body;
const readiness = async () => (await call(product.url, "GET /health/ready")).body;
const often = { interval: 200 };
/** The events of backups so far. */
const types = async () => (await product.history(backupsStream)).map(({ type }) => type);

it("RE-43 RE-48 takes a backup when one is due, proves it, and shows admins what was proven", async () => {
  await expect
    .poll(shown, often)
    .toMatchObject({ everySeconds: intervalSeconds, proven: { file: expect.any(String) }, failed: null });
  const first = await shown();
  product.advance(intervalSeconds);
  await expect.poll(async () => (await shown()).proven.file, often).not.toBe(first.proven.file);
  const { taken, proven } = await shown();
  expect(proven).toMatchObject({
    file: taken.file,
    position: taken.position,
    events: Number(taken.position),
    accounts: 1,
  });
  product.advance(intervalSeconds);
  await expect.poll(() => readdirSync(dir), often).not.toContain(first.taken.file);
  expect(readdirSync(dir)).toEqual([taken.file, (await shown()).taken.file]);
  expect(await readiness()).toEqual({ status: "ready", reasons: {} });
});

it("RE-46 says that there was no folder, and goes on once there is one", async () => {
  rmSync(dir, { recursive: true });
  product.advance(intervalSeconds);
  const failed = { step: "writing", reason: "the folder or the file is missing" };
  await expect.poll(shown, often).toMatchObject({ failed });
  expect(await readiness()).toEqual({ status: "degraded", reasons: { backups: "the last backup failed" } });
  mkdirSync(dir);
  product.advance(intervalSeconds);
  await expect.poll(shown, often).toMatchObject({ failed: null });
  expect(await readiness()).toEqual({ status: "ready", reasons: {} });
});

it("RE-45 takes none at a restart before it is due", async () => {
  const before = await types();
  await product.remove();
  product = await startInProcess(env);
  // The clock that the tests before moved is back, so it is behind the log.
  product.advance(5 * intervalSeconds);
  await expect.poll(types, often).toEqual([...before, "BackupTaken", "BackupProven"]);
});
