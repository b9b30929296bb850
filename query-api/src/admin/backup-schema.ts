import { z } from "zod";

/** Schemas of what is known of the backups. */

const file = z.string();
const at = z.iso.datetime();
const count = z.int();

const taken = z
  .strictObject({
    file,
    at,
    position: z.string(),
    bytes: count,
    events: count,
    keys: count,
    /** To the recipient of BACKUP_RECIPIENT. */
    isEncrypted: z.boolean(),
    /** How long the writing took. */
    ms: count,
  })
  .meta({ id: "TakenBackup" });
const proven = z
  .strictObject({
    file,
    at,
    position: z.string(),
    events: count,
    accounts: count,
    applications: count,
    consents: count,
    /** How long the proof took. */
    ms: count,
  })
  .meta({ id: "ProvenBackup" });
/** `writing`: there is no file. `proof`: there is one, but it is not what it should be. */
const failed = z
  .strictObject({ file: file.nullable(), at, step: z.enum(["writing", "proof"]), reason: z.string() })
  .meta({ id: "FailedBackup" });

/** The newest of each; null if there is none. */
export const adminBackups = z.strictObject({
  /** Null: the service takes no backups by itself. */
  everySeconds: z.int().nullable(),
  taken: taken.nullable(),
  proven: proven.nullable(),
  /** Null once a later backup was proven. */
  failed: failed.nullable(),
  /** When an admin last exported everything by the API. The command line records nothing. */
  exportedAt: at.nullable(),
});
