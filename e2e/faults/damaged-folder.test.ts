import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { buildFile, catalogueFile } from "@attestory/projections/store/sqlite/files.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, givenSignedInUser, newPerson, type Person } from "../http/client.ts";
import { storedEvents } from "../http/stored-log.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { logOf, startStack } from "../start-stack.ts";

const parent = mkdtempSync(join(tmpdir(), "attestory-damaged-"));
const sound = join(parent, "sound");
const killed = join(parent, "killed");
let person: Person & { id: string };
const products: InProcess[] = [];
afterAll(async () => {
  for (const product of products) await product.remove();
  rmSync(parent, { recursive: true });
});
async function start(dataDir: string): Promise<InProcess> {
  const product = await startInProcess({ DATA_DIR: dataDir });
  products.push(product);
  return product;
}

beforeAll(async () => {
  const stack = await startStack({}, killed);
  person = await givenSignedInUser(stack.url);
  await stack.kill();
  cpSync(killed, sound, { recursive: true });
  await (await start(sound)).remove();
});

let copies = 0;
function copyOf(folder: string): string {
  const copy = join(parent, String(++copies));
  cpSync(folder, copy, { recursive: true });
  return copy;
}
/** The lines that a process which fails to start writes for the operator. */
const refusal = async (dataDir: string) => {
  const failure = await startStack({}, dataDir).then(
    async (stack) => {
      await stack.stop();
      return "it started";
    },
    (error: Error) => error.message,
  );
  return failure.split("\n").filter((line) => line.startsWith("attestory:"));
};

it("RE-03 refuses in one line to start on a log that is behind its read models", async () => {
  const cut = copyOf(killed);
  truncateSync(join(cut, "events-1.sqlite-wal"), 60_000);
  expect(await refusal(cut)).toEqual([
    expect.stringMatching(/was folded up to event \S+ at position \d+, which this log does not have/),
  ]);
  const older = copyOf(sound);
  const database = new DatabaseSync(join(older, "events-1.sqlite"));
  database.exec("DELETE FROM events WHERE position = (SELECT max(position) FROM events)");
  database.close();
  await expect(start(older)).rejects.toMatchObject({
    name: "LogReplaced",
    message: expect.stringContaining("an older log was restored"),
  });
});

const damages = [
  ["half of it is gone", (file: string) => truncateSync(file, 20_000)],
  ["its end is gone", (file: string) => truncateSync(file, readFileSync(file).length - 1000)],
  ["its beginning is overwritten", (file: string) => writeFileSync(file, Buffer.alloc(100, 7), { flag: "r+" })],
] as const;
const withDamaged = (damage: (file: string) => void): string => {
  const copy = copyOf(sound);
  damage(join(copy, "events-1.sqlite"));
  return copy;
};
const named = /events-1\.sqlite cannot be used: /;

it.each(damages)("RE-03 refuses to start on a log file if %s, and names it", async (_, damage) => {
  await expect(start(withDamaged(damage))).rejects.toMatchObject({
    name: "DatabaseFault",
    message: expect.stringMatching(named),
  });
});

it("RE-03 names a damaged log file in one line", async () => {
  expect(await refusal(withDamaged(damages[0][1]))).toEqual([expect.stringMatching(named)]);
});

it("RE-04 serves nothing of a person whose record has a flipped bit, reports where, and serves the others", async () => {
  const dataDir = copyOf(sound);
  const other = newPerson();
  const record = (await storedEvents(logOf(dataDir))).find(({ type }) => type === "UserRegistered");
  const file = join(dataDir, "events-1.sqlite");
  const bytes = readFileSync(file);
  const at = bytes.indexOf(`${record?.id}UserRegistered`);
  expect(at).toBeGreaterThan(0);
  bytes[at + 36] = (bytes[at + 36] ?? 0) ^ 1;
  writeFileSync(file, bytes);

  const stack = await start(dataDir);
  const logged = stack.output().length;
  const { email, password } = person;
  const login = await call(stack.url, "POST /api/auth/login", { body: { email, password } });
  expect(login.status).toBe(500);
  expect(JSON.stringify(login.body)).not.toMatch(/checksum|position|sqlite/i);
  const sentence = `the event at position ${record?.position} does not match its checksum`;
  await expect.poll(() => stack.output().slice(logged)).toContain(sentence);
  expect((await call(stack.url, "POST /api/auth/register", { body: other })).status).toBe(201);

  // A rebuild of the read models stops before the damaged event and reports it to the operator.
  await stack.remove();
  const catalogue = catalogueFile(dataDir, 1);
  for (const file of [catalogue, ...allProjections.map(({ name }) => buildFile(catalogue, name, 1))]) rmSync(file);
  const anew = await start(dataDir);
  await expect.poll(() => anew.output()).toMatch(new RegExp(`"reason":"DamagedEvent: ${sentence}"`));
  const ready = await call(anew.url, "GET /health/ready");
  expect(ready.status).toBe(503);
});
