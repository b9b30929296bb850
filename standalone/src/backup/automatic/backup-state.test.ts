import { type BackupsDocument, noBackups } from "@attestory/projections/read-models/backups.ts";
import { describe, expect, it } from "vitest";
import { backupFault, isDue } from "./backup-state.ts";

const hour = 3600;
const start = Date.parse("2026-03-02T02:00:00.000Z");
const after = (seconds: number) => new Date(start + seconds * 1000);
const at = after(0).toISOString();

const file = "attestory-20260302T020000Z.sql";
const taken = { at, file, position: "9", bytes: 4000, events: 9, keys: 3, isEncrypted: false, ms: 20 };
const proven = { at, file, position: "9", events: 9, accounts: 2, applications: 1, consents: 1, ms: 40 };
const failed = { at, file: null, step: "writing" as const, reason: "the disk is full" };
const good: BackupsDocument = { taken, proven, failed: null };

const dueAfter = (state: BackupsDocument, seconds: number, everySeconds = 24 * hour) =>
  isDue(state, { everySeconds }, after(seconds));
const faultAfter = (state: BackupsDocument, seconds: number) =>
  backupFault(state, { everySeconds: hour, since: after(0) }, after(seconds));

describe("RE-45 a backup is due", () => {
  it("at the first start, and an interval after the last one, not at each start", () => {
    expect(dueAfter(noBackups, 0)).toBe(true);
    expect([1, 24 * hour - 1, 24 * hour, 90 * 24 * hour].map((seconds) => dueAfter(good, seconds))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("an hour after one failed, or earlier if the interval is shorter", () => {
    const state = { taken, proven, failed };
    expect([0, hour - 1, hour].map((seconds) => dueAfter(state, seconds))).toEqual([false, false, true]);
    expect([59, 60].map((seconds) => dueAfter(state, seconds, 60))).toEqual([false, true]);
  });

  it("at once if the last one was never proven, because the process ended", () => {
    expect(dueAfter({ taken, proven: null, failed: null }, 1)).toBe(true);
    expect(dueAfter({ taken, proven: { ...proven, file: "another" }, failed: null }, 1)).toBe(true);
  });

  it("at once if the last one was taken by a clock that was more than a day ahead", () => {
    expect([-24 * hour, -24 * hour - 1].map((seconds) => dueAfter(good, seconds))).toEqual([false, true]);
  });
});

describe("RE-46 readiness is degraded", () => {
  it("after a failure, until a backup is proven", () => {
    expect(faultAfter(good, 1)).toBeNull();
    expect(faultAfter({ ...good, failed }, 1)).toBe("the last backup failed");
    expect(faultAfter({ ...good, failed: { ...failed, step: "proof" } }, 1)).toBe(
      "the last backup did not pass its proof",
    );
  });

  it("when the last proof is older than three intervals, or there was none for as long", () => {
    for (const state of [good, noBackups]) {
      expect(faultAfter(state, 3 * hour)).toBeNull();
      expect(faultAfter(state, 3 * hour + 1)).toBe("no backup was proven for 3 intervals");
    }
  });
});
