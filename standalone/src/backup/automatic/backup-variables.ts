import { accessSync, constants, statSync } from "node:fs";
import { bech32 } from "@scure/base";
import { z } from "zod";
import type { BackupPlace } from "./backup-place.ts";
import { bucketContradictions, bucketFault, bucketPlace, bucketVariables, isBucket } from "./bucket-variables.ts";

/** How the service takes backups by itself. */
export interface BackupSettings {
  place: BackupPlace;
  everySeconds: number;
  /** How many files stay. */
  keep: number;
  /** An age recipient; null: the files are not encrypted, beyond the personal data in them. */
  recipient: string | null;
}

const units = { m: 60, h: 3600, d: 86_400 } as const;
const mostDays = 366;

const every = z
  .string()
  .regex(/^[1-9]\d{0,5}[mhd]$/, "must be minutes, hours or days, such as 30m, 24h or 7d")
  .transform((text) => Number(text.slice(0, -1)) * units[text.slice(-1) as keyof typeof units])
  .refine((seconds) => seconds <= mostDays * units.d, `must be at most ${mostDays}d`);

const keep = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "must be a number of files from 1 to 9999, such as 14")
  .transform(Number);

/** The recipients of age: X25519, and the hybrid of ML-KEM-768 and X25519. With the bytes that each has. */
const recipientBytes = new Map([
  ["age", 32],
  ["age1pq", 1216],
]);

function isRecipient(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text, false);
  return decoded !== undefined && recipientBytes.get(decoded.prefix) === bech32.fromWordsUnsafe(decoded.words)?.length;
}

const recipient = z.string().refine(isRecipient, "must be an age recipient, which begins with age1");

export const backupVariables = {
  BACKUP_DIR: z.string().regex(/\S/, "must be a folder such as /mnt/backups, or s3://BUCKET/PREFIX").optional(),
  BACKUP_EVERY: every.default(units.d),
  BACKUP_KEEP: keep.default(14),
  BACKUP_RECIPIENT: recipient.optional(),
  ...bucketVariables,
};
const variables = z.object(backupVariables);

/** The folder is not created: it may be that of a disk which is not mounted. */
export function* backupContradictions(given: Record<string, string>): Iterable<string> {
  const { BACKUP_DIR } = given;
  yield* bucketContradictions(given);
  if (BACKUP_DIR) {
    const fault = isBucket(BACKUP_DIR) ? bucketFault(BACKUP_DIR) : folderFault(BACKUP_DIR);
    if (fault !== null) yield `BACKUP_DIR ${BACKUP_DIR} ${fault}`;
    return;
  }
  for (const name of ["BACKUP_EVERY", "BACKUP_KEEP", "BACKUP_RECIPIENT"]) {
    if (given[name]) yield `${name} needs BACKUP_DIR: without it, no backups are taken`;
  }
}

function folderFault(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return "must be a folder";
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing ? "does not exist: create it, or mount it" : "must be a folder that the service can write to";
  }
}

/** Null: no backups are taken. */
export const backupSettings = (parsed: z.infer<typeof variables>): BackupSettings | null =>
  parsed.BACKUP_DIR === undefined
    ? null
    : {
        place: isBucket(parsed.BACKUP_DIR) ? bucketPlace(parsed.BACKUP_DIR, parsed) : { folder: parsed.BACKUP_DIR },
        everySeconds: parsed.BACKUP_EVERY,
        keep: parsed.BACKUP_KEEP,
        recipient: parsed.BACKUP_RECIPIENT ?? null,
      };
