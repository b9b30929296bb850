import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { watchWrites } from "./watch-writes.ts";

const folder = temporaryFolder();
const refused = new LogUnavailable("append failed", { cause: new Error("disk I/O error") });

/** A watch on a folder, and the log's newest position. */
function watched(dataDir = folder) {
  const log = { head: 5n as bigint | Error };
  const head = async () => {
    if (log.head instanceof Error) throw log.head;
    return log.head;
  };
  return { log, ...watchWrites({ dataDir, head }) };
}

describe("a data folder", () => {
  it("that takes writes is no fault, and nothing is left of the trial", async () => {
    expect(await watched().fault()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that is missing is a fault, until it is there; it is tried once a second at most", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const missing = join(folder, "missing");
    const { fault } = watched(missing);
    const said = "accepts no writes: the folder or the file is missing";
    expect(await fault()).toBe(said);
    mkdirSync(missing);
    chmodSync(missing, 0o700);
    vi.advanceTimersByTime(999);
    expect(await fault()).toBe(said);
    vi.advanceTimersByTime(2);
    expect(await fault()).toBeNull();
  });
});

describe("a refused append", () => {
  it("is a fault until one is not refused", async () => {
    const { log, noticed, fault } = watched();
    noticed(refused);
    expect(await fault()).toBe("did not accept the last write");
    expect(await fault()).toBe("did not accept the last write");
    log.head = 6n;
    expect(await fault()).toBeNull();
  });

  it("is a fault also where the log cannot say its position, and ends no process", async () => {
    const { log, noticed, fault } = watched();
    log.head = new Error("disk I/O error");
    noticed(refused);
    expect(await fault()).toBe("did not accept the last write");
    log.head = 5n;
    expect(await fault()).toBe("did not accept the last write");
    log.head = 6n;
    expect(await fault()).toBeNull();
  });

  it("is none where nothing was appended", async () => {
    const { noticed, fault } = watched();
    noticed(new LogUnavailable("a command's authority could not be checked in time"));
    noticed(new Error("email delivery failed"));
    expect(await fault()).toBeNull();
  });
});
