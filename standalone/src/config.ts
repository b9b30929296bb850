import { type CommandSettings, commandSettings, commandVariables } from "@attestory/command-api/config.ts";
import { base64Key } from "@attestory/events/store-variables.ts";
import {
  readEnvironment,
  type ServerSettings,
  serverContradictions,
  serverSettings,
  serverVariables,
} from "@attestory/http/server-variables.ts";
import { z } from "zod";

export interface Settings extends ServerSettings {
  dataDir: string;
  /** Null: the generated file in the data folder. */
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

/** What one variable asks of another; judged by the texts, so that a fault elsewhere hides none of these. */
function* contradictions(given: Record<string, string>) {
  yield* serverContradictions(given);
  const { NODE_ENV, MASTER_KEY, RATE_LIMITS, SMTP_URL } = given;
  if (NODE_ENV !== "production") return;
  if (!MASTER_KEY) yield "MASTER_KEY is required in production: 32 bytes in base64 (openssl rand -base64 32)";
  if (RATE_LIMITS === "off") yield "RATE_LIMITS must be on in production";
  if (!SMTP_URL) yield "SMTP_URL is required in production: letters would be sent nowhere";
}

export type Configuration = { settings: Settings } | { faults: string[] };

/** Reads the environment once; every fault is reported, by the variable's name. An empty variable counts as absent. */
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
