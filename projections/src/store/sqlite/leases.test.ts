import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { leaseContract } from "../../testing/lease.contract.ts";
import { openSqliteLeases } from "./leases.ts";

const folder = temporaryFolder();
let files = 0;

leaseContract("SQLite", async () => {
  const file = join(folder, `${++files}.sqlite`);
  const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
  const open = () => openSqliteLeases(file, () => clock.now);
  return { one: open(), other: open(), clock };
});
