import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { expect } from "vitest";
import type { BackupMessage } from "../backup-messages.ts";
import { folderTarget } from "../folder-target.ts";
import { type BackupRun, takeAndProve } from "../take-and-prove.ts";

export const sourceOf = (service: ScratchService) => ({
  ...service,
  masterKey: masterKey(service.masterKey),
});

export interface Taking extends Partial<BackupRun> {
  service: ScratchService;
  /** In which everything is done. */
  folder: string;
  /** By default a new one. */
  dir?: string;
  /** Gets the file before it is proven. */
  onTaken?(file: string): void;
}

/** Takes a backup, and returns what was reported and the folder. */
export async function takeBackup({ service, folder, dir = mkdtempSync(join(folder, "to-")), ...taking }: Taking) {
  const { onTaken, ...others } = taking;
  const work = join(folder, "work");
  const { log } = service;
  const usual = { target: folderTarget(dir), work, recipient: null, keep: 14, now: new Date(), log };
  const messages: BackupMessage[] = [];
  const notRemoved: string[] = [];
  await takeAndProve({ ...usual, source: sourceOf(service), ...others }, (message) => {
    if (message.type === "OldBackupsNotRemoved") {
      notRemoved.push(message.detail);
      return;
    }
    messages.push(message);
    if (message.type === "BackupTaken") onTaken?.(join(dir, message.data.file));
  });
  expect(existsSync(work)).toBe(false);
  return { messages, notRemoved, dir, files: existsSync(dir) ? readdirSync(dir) : [] };
}
