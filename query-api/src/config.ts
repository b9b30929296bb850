import {
  mongoAddress,
  redisAddress,
  storeContradictions,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import {
  readEnvironment,
  type ServerSettings,
  serverContradictions,
  serverSettings,
  serverVariables,
} from "@attestory/http/server/server-variables.ts";
import { z } from "zod";

/** The settings that a query-api process reads from the environment. */
export interface QuerySettings extends ServerSettings {
  eventLog: string;
  vault: string;
  readStore: string;
  /** Where progress notifications arrive. */
  jobs: string;
  masterKey: Buffer;
  /** How long read models may be used after the log was last reached. */
  staleSeconds: number;
}

const variables = z.object({
  ...serverVariables,
  ...storeVariables,
  READ_STORE: mongoAddress,
  JOBS: redisAddress,
  STALE_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number of seconds")
    .transform(Number)
    .default(60),
});

function* contradictions(given: Record<string, string>) {
  yield* serverContradictions(given);
  yield* storeContradictions(given);
}

/** Reads the environment once. Reports every fault, by the variable's name. */
export function readConfiguration(environment: NodeJS.ProcessEnv): { settings: QuerySettings } | { faults: string[] } {
  const read = readEnvironment(environment, variables, contradictions);
  if ("faults" in read) return read;
  const { parsed } = read;
  return {
    settings: {
      ...serverSettings(parsed),
      eventLog: parsed.EVENT_LOG,
      vault: parsed.VAULT,
      readStore: parsed.READ_STORE,
      jobs: parsed.JOBS,
      masterKey: parsed.MASTER_KEY,
      staleSeconds: parsed.STALE_SECONDS,
    },
  };
}
