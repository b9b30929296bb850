import { join } from "node:path";
import { exampleEvent, exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { openSqliteEventLog } from "../log/sqlite/event-log.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { VaultAnswer, VaultWrite } from "../vault/sqlite-vault-writer.ts";
import { openDatabase } from "./open-database.ts";
import { WriterThread } from "./writer-thread.ts";

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const onFault = (error: Error) => {
  throw error;
};
let file: string;
let writer: WriterThread<VaultWrite, VaultAnswer>;

beforeEach(async () => {
  file = newFile();
  // The reader of S5 does not end its transaction: a longer wait for it would only cost time.
  const data = { file, options: { timeout: 10 } };
  writer = new WriterThread(new URL("../vault/sqlite-vault-writer.ts", import.meta.url), data, onFault);
  await writer.ready();
});
afterEach(() => writer.close());

/** The names of the secrets in the file, as another connection reads them. */
function storedNames(): unknown[] {
  const database = openDatabase(file, { readOnly: true });
  const rows = database.prepare("SELECT name FROM keys ORDER BY name").all();
  database.close();
  return rows.map(({ name }) => name);
}

const secret = (name: string): VaultWrite => ({ add: "secret", name, key: Uint8Array.of(1) });
/** A write that violates a CHECK constraint of the schema. */
const impossible = (name: string) => ({ ...secret(name), add: "nonsense" }) as unknown as VaultWrite;

it("fails only the write that violates the schema, and stores the others of its batch", async () => {
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => writer.write(secret(name))));
  const mixed = await Promise.allSettled([
    writer.write(secret("d")),
    writer.write(impossible("e")),
    writer.write(secret("f")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(mixed.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(mixed[1]).toMatchObject({ reason: { message: expect.stringContaining("CHECK constraint failed") } });
  expect(storedNames()).toEqual(["a", "b", "c", "d", "f"]);
});

it("S5 fails only the erasure, and none of its batch, when the erased key's bytes are still on the disk", async () => {
  await writer.write({ add: "person", name: "erased", key: Uint8Array.of(1) });
  const reader = openDatabase(file, { readOnly: true });
  // A reader in the middle of a transaction keeps the checkpoint from emptying the write-ahead log.
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM keys").get();
  // The first write is a batch of its own; the others wait for it and share the next one.
  const writes = [secret("a"), secret("b"), { erase: "erased" }, secret("c")].map((write) => writer.write(write));
  const outcomes = await Promise.allSettled(writes);
  reader.close();
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[2]).toMatchObject({ reason: { message: expect.stringContaining("erase again") } });
  expect(storedNames()).toEqual(["a", "b", "c", "erased"]);
});

it("stores nothing of a batch in which every write failed, and accepts writes after it", async () => {
  await expect(Promise.all([writer.write(impossible("a")), writer.write(impossible("b"))])).rejects.toThrow("CHECK");
  expect(storedNames()).toEqual([]);
  expect(await writer.write(secret("c"))).toEqual(Uint8Array.of(1));
  expect(storedNames()).toEqual(["c"]);
});

it("stores nothing of a single write that failed, and accepts writes after it", async () => {
  await expect(writer.write(impossible("a"))).rejects.toThrow("CHECK");
  expect(storedNames()).toEqual([]);
  expect(await writer.write(secret("c"))).toEqual(Uint8Array.of(1));
  expect(storedNames()).toEqual(["c"]);
});

it("stores nothing of a write whose second statement failed, alone or in a batch", async () => {
  const log = await openSqliteEventLog({ file: newFile(), generation: 1, writes: true, onFault });
  onTestFinished(() => log.close());
  // Its second event violates the type of a column, so its first one was inserted already.
  const halfGood = () => log.append(exampleStream(), 0, [exampleEvent(), exampleEvent({ schemaVersion: 1.5 })]);
  await expect(halfGood()).rejects.toThrow("append failed");
  const [first, second] = [exampleEvents(2), exampleEvents(2)];
  const batch = [log.append(exampleStream(), 0, first), halfGood(), log.append(exampleStream(), 0, second)];
  expect((await Promise.allSettled(batch)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const stored = await log.readAll(0n, 10);
  expect(stored.map(({ id, position }) => [id, position])).toEqual(
    [...first, ...second].map(({ id }, index) => [id, BigInt(index + 1)]),
  );
});
