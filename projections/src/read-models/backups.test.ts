import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { backups } from "./backups.ts";

const at = "2026-03-02T02:00:00.000Z";
const when = { recordedAt: new Date(at) };
const file = "attestory-20260302T020000Z.sql";
const written = { file, position: "9", bytes: 4000, events: 9, keys: 3, isEncrypted: false, ms: 20 };
const counted = { file, position: "9", events: 9, accounts: 2, applications: 1, consents: 1, ms: 40 };
const why = { file: null, step: "writing" as const, reason: "the disk is full" };
const taken = recorded({ type: "BackupTaken", data: written }, when);
const proven = recorded({ type: "BackupProven", data: counted }, when);
const failed = recorded({ type: "BackupFailed", data: why }, when);

it("RE-43 keeps the newest backup, the newest proof, and a failure until the next proof", () => {
  given(backups, taken)
    .when(proven)
    .thenChanged({ proven: { ...counted, at } });
  given(backups, taken, proven)
    .when(failed)
    .thenChanged({ failed: { ...why, at } });
  given(backups, failed)
    .when(taken)
    .thenChanged({ taken: { ...written, at } });
  given(backups, failed, taken)
    .when(proven)
    .thenChanged({ proven: { ...counted, at }, failed: null });
});

it("U19 keeps when an admin last exported everything, beside the newest backup", () => {
  const userId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
  const exported = recorded({ type: "ExportTaken", data: { userId, position: "9" } }, when);
  given(backups, taken).when(exported).thenChanged({ exportedAt: at });
  given(backups, exported)
    .when(taken)
    .thenChanged({ taken: { ...written, at } });
});
