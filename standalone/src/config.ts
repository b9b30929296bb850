import {
  type CommandSettings,
  commandContradictions,
  commandSettings,
  commandVariables,
} from "@attestory/command-api/config.ts";
import { base64Key } from "@attestory/event-store/store-variables.ts";
import {
  readEnvironment,
  type ServerSettings,
  serverContradictions,
  serverSettings,
  serverVariables,
} from "@attestory/http/server/server-variables.ts";
import { z } from "zod";

export interface Settings extends ServerSettings {
  dataDir: string;
  /** Null: use the generated key file in the data folder. */
  masterKey: Buffer | null;
  command: CommandSettings;
}

const onlyEmbedded = (value: string) =>
  z.literal(value, `must be "${value}": everything in one process is on SQLite`).default(value);

const variables = z.object({
  ...serverVariables,
  DATA_DIR: z.string().regex(/\S/, "must be a folder").default("./data"),
  EVENT_LOG: onlyEmbedded("sqlite"),
  READ_STORE: onlyEmbedded("sqlite"),
  VAULT: onlyEmbedded("sqlite"),
  JOBS: onlyEmbedded("in-process"),
  MASTER_KEY: base64Key.optional(),
  ...commandVariables,
});

/** Rules between variables. They check the raw texts, so that a fault elsewhere hides none of them. */
function* contradictions(given: Record<string, string>) {
  yield* serverContradictions(given);
  yield* commandContradictions(given);
  if (given.NODE_ENV === "production" && !given.MASTER_KEY) {
    yield "MASTER_KEY is required in production: 32 bytes in base64 (openssl rand -base64 32)";
  }
}

export type Configuration = { settings: Settings } | { faults: string[] };

/** Reads the environment once. Reports every fault, by the variable's name. An empty variable counts as absent. */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readEnvironment(environment, variables, contradictions);
  if ("faults" in read) return read;
  const { parsed } = read;
  const server = serverSettings(parsed);
  return {
    settings: {
      ...server,
      dataDir: parsed.DATA_DIR,
      masterKey: parsed.MASTER_KEY ?? null,
      command: commandSettings(parsed, server),
    },
  };
}
