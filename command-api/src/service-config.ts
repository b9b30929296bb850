import { redisAddress, storeVariables } from "@attestory/event-store/store-variables.ts";
import {
  readEnvironment,
  type ServerSettings,
  serverContradictions,
  serverSettings,
  serverVariables,
} from "@attestory/http/server/server-variables.ts";
import { z } from "zod";
import { type CommandSettings, commandContradictions, commandSettings, commandVariables } from "./config.ts";

/** Settings of a command process and of a mail process. */
export interface ServiceSettings extends ServerSettings {
  eventLog: string;
  vault: string;
  /** The Redis server of the email queue and the rate limits. */
  jobs: string;
  masterKey: Buffer;
  command: CommandSettings;
}

const variables = z.object({ ...serverVariables, ...storeVariables, JOBS: redisAddress, ...commandVariables });

function* contradictions(given: Record<string, string>) {
  yield* serverContradictions(given);
  yield* commandContradictions(given);
}

/** Reads the environment once. Reports every error under the variable's name. */
export function readConfiguration(
  environment: NodeJS.ProcessEnv,
): { settings: ServiceSettings } | { faults: string[] } {
  const read = readEnvironment(environment, variables, contradictions);
  if ("faults" in read) return read;
  const { parsed } = read;
  const server = serverSettings(parsed);
  return {
    settings: {
      ...server,
      eventLog: parsed.EVENT_LOG,
      vault: parsed.VAULT,
      jobs: parsed.JOBS,
      masterKey: parsed.MASTER_KEY,
      command: commandSettings(parsed, server),
    },
  };
}
