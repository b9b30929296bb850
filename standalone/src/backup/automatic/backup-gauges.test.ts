import { createMetrics } from "@attestory/http/observability/metrics.ts";
import { noBackups } from "@attestory/projections/read-models/backups.ts";
import { expect, it } from "vitest";
import { gaugeBackups } from "./backup-gauges.ts";

const now = new Date("2026-03-02T02:01:00.000Z");
const at = "2026-03-02T02:00:00.000Z";
const file = "attestory-20260302T020000Z.sql";
const taken = { at, file, position: "9", bytes: 4000, events: 9, keys: 3, isEncrypted: false, ms: 2500 };
const failed = { at, file, step: "proof" as const, reason: "the checksum is wrong" };

it("RE-46 metrics have the age and the duration of what is known, and whether the newest backup succeeded", async () => {
  const metrics = createMetrics();
  let state = noBackups;
  gaugeBackups(metrics, { state: () => state }, () => now);
  const lines = async () => (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith("backup_"));
  expect(await lines()).toEqual(['backup_succeeded{of="newest"} 1']);
  state = { ...noBackups, taken, failed };
  expect(await lines()).toEqual([
    'backup_age_seconds{of="taken"} 60',
    'backup_duration_seconds{of="taken"} 2.5',
    'backup_succeeded{of="newest"} 0',
  ]);
});
