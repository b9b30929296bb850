import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { VaultAnswer, VaultWrite } from "../vault/sqlite-vault-writer.ts";
import { WriterThread } from "./writer-thread.ts";

const folder = temporaryFolder();
let files = 0;
let writer: WriterThread<VaultWrite, VaultAnswer>;

beforeEach(async () => {
  const module = new URL("../vault/sqlite-vault-writer.ts", import.meta.url);
  writer = new WriterThread(module, join(folder, `${++files}.sqlite`), (error) => {
    throw error;
  });
  await writer.ready();
});
afterEach(() => writer.close());

const secret = (name: string): VaultWrite => ({ add: "secret", name, key: Uint8Array.of(1) });
/** A write that violates a CHECK constraint of the schema. */
const impossible = (name: string) => ({ ...secret(name), add: "nonsense" }) as unknown as VaultWrite;

it("fails only the write that violates the schema, and acknowledges the others of its batch", async () => {
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((name) => writer.write(secret(name))));
  const mixed = await Promise.allSettled([
    writer.write(secret("d")),
    writer.write(impossible("e")),
    writer.write(secret("f")),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(mixed.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(mixed[1]).toMatchObject({ reason: { message: expect.stringContaining("CHECK constraint failed") } });
});

it("accepts writes after a batch in which every write failed", async () => {
  await expect(Promise.all([writer.write(impossible("a")), writer.write(impossible("b"))])).rejects.toThrow("CHECK");
  expect(await writer.write(secret("a"))).toEqual(Uint8Array.of(1));
});

it("accepts a write after a single write failed", async () => {
  await expect(writer.write(impossible("a"))).rejects.toThrow("CHECK");
  expect(await writer.write(secret("a"))).toEqual(Uint8Array.of(1));
});
