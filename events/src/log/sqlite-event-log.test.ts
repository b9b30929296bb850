import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { eventLogContract } from "./event-log-contract.ts";
import { openSqliteEventLog } from "./sqlite-event-log.ts";

const folder = mkdtempSync(join(tmpdir(), "attestory-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

const onFault = (error: Error) => {
  throw error;
};
let files = 0;

eventLogContract("the SQLite log", async () => {
  const file = join(folder, `${++files}.sqlite`);
  const again = () => openSqliteEventLog({ file, generation: 1, writes: true, onFault });
  return { log: await again(), again };
});
