import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { call, givenSignedInUser } from "../http/client.ts";
import { startStack } from "../start-stack.ts";

const reportCommits = new URL("./report-commits.ts", import.meta.url).href;
const folder = temporaryFolder();

it("A11 waits for fsync at every commit of the log and of the vault, and never leaves read models that are damaged", async () => {
  const file = join(folder, "commits");
  const stack = await startStack({ NODE_OPTIONS: `--import=${reportCommits}`, REPORT_COMMITS: file });
  const { token } = await givenSignedInUser(stack.url);
  const asking = { token, body: { firstName: "Ada", lastName: "" } };
  expect((await call(stack.url, "PUT /api/user/profile", asking)).status).toBe(200);
  await stack.remove();

  const lines = readFileSync(file, "utf8").trim().split("\n");
  const commits = new Set(lines.map((line) => line.replace(/@[\d.]+\.sqlite/, ".sqlite")));

  // SQLite's levels: 2 is FULL, which syncs the write-ahead log at each commit. 1 is NORMAL: a power cut loses the newest documents
  // and their checkpoint, but the file stays consistent.
  expect([...commits].toSorted()).toEqual([
    "events-1.sqlite wal 2",
    "read-models-1.accounts.sqlite wal 1",
    "read-models-1.activeUsers.sqlite wal 1",
    "read-models-1.activity.sqlite wal 1",
    "read-models-1.lastSignIns.sqlite wal 1",
    "read-models-1.personStreams.sqlite wal 1",
    "read-models-1.sessions.sqlite wal 1",
    "read-models-1.signingKeys.sqlite wal 1",
    "read-models-1.sqlite wal 1",
    "read-models-1.totals.sqlite wal 1",
    "read-models-1.usageDays.sqlite wal 1",
    "read-models-1.users.sqlite wal 1",
    "vault.sqlite wal 2",
  ]);
});
