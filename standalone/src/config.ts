import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import {
  type CommandSettings,
  commandContradictions,
  commandSettings,
  commandVariables,
} from "@attestory/command-api/config.ts";
import { base64Key, masterKeyContradictions, masterKeysOf } from "@attestory/event-store/store-variables.ts";
import { type Configuration, readSettings } from "@attestory/http/settings/read-settings.ts";
import { type ServerSettings, serverVariables } from "@attestory/http/settings/server-variables.ts";
import { buildVariables } from "@attestory/projections/build-variables.ts";
import { z } from "zod";
import {
  type BackupSettings,
  backupContradictions,
  backupSettings,
  backupVariables,
} from "./backup/automatic/backup-variables.ts";

export interface Settings extends ServerSettings {
  dataDir: string;
  /** The newest first. Null: use the generated key file in the data folder. */
  masterKeys: readonly Buffer[] | null;
  /** How many documents a build of read models keeps in memory. */
  buildDocuments: number;
  /** How many processes answer requests. 1: this one alone. */
  workers: number;
  command: CommandSettings;
  /** Null: the service takes no backups by itself. */
  backups: BackupSettings | null;
}

const defaultFolder = "./data";
const onlyEmbedded = (value: string) =>
  z.literal(value, `must be "${value}": everything in one process is on SQLite`).default(value);

const workers = z
  .string()
  .regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, "must be a number of processes from 1 to 64, or auto for one per core")
  .transform((text) => (text === "auto" ? availableParallelism() : Number(text)));

const schema = z.object({
  ...serverVariables,
  DATA_DIR: z.string().regex(/\S/, "must be a folder, such as /var/lib/attestory").default(defaultFolder),
  EVENT_LOG: onlyEmbedded("sqlite"),
  READ_STORE: onlyEmbedded("sqlite"),
  VAULT: onlyEmbedded("sqlite"),
  JOBS: onlyEmbedded("in-process"),
  WORKERS: workers.default(1),
  MASTER_KEY: base64Key.optional(),
  MASTER_KEY_NEXT: base64Key.optional(),
  ...commandVariables,
  ...backupVariables,
  ...buildVariables,
});

function* requiresMasterKey({ NODE_ENV, MASTER_KEY }: Record<string, string>): Iterable<string> {
  if (NODE_ENV === "production" && !MASTER_KEY) {
    yield "MASTER_KEY is required in production: 32 bytes in base64 (openssl rand -base64 32)";
  }
}

/** Workers reach the owner of the data by a socket in the file system. */
function* workersOnWindows({ WORKERS = "1" }: Record<string, string>): Iterable<string> {
  if (process.platform === "win32" && WORKERS !== "1") yield "WORKERS must be 1 on Windows";
}

const writableByAll = 0o002;

/** A user who can write to the folder can replace its files. Windows has no such mode. */
function* openDataFolder({ NODE_ENV, DATA_DIR = defaultFolder }: Record<string, string>): Iterable<string> {
  if (NODE_ENV !== "production" || process.platform === "win32") return;
  if (modeOf(DATA_DIR) & writableByAll) {
    yield "DATA_DIR must be a folder that other users cannot write to in production (chmod o-w)";
  }
}

/** 0 if there is no such folder yet, or it cannot be reached: then opening it reports why. */
function modeOf(folder: string): number {
  try {
    return statSync(folder).mode;
  } catch {
    return 0;
  }
}

export const readConfiguration = (environment: NodeJS.ProcessEnv): Configuration<Settings> =>
  readSettings(environment, {
    schema,
    contradictions: [
      commandContradictions,
      requiresMasterKey,
      masterKeyContradictions,
      openDataFolder,
      workersOnWindows,
      backupContradictions,
    ],
    ownSettings: (parsed, server) => ({
      dataDir: parsed.DATA_DIR,
      masterKeys: parsed.MASTER_KEY ? masterKeysOf(parsed.MASTER_KEY, parsed.MASTER_KEY_NEXT) : null,
      buildDocuments: parsed.BUILD_DOCUMENTS,
      workers: parsed.WORKERS,
      command: commandSettings(parsed, server),
      backups: backupSettings(parsed),
    }),
  });
