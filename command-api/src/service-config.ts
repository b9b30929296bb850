import {
  masterKeyContradictions,
  noAutomaticBackups,
  redisAddress,
  type StoreSettings,
  storeSettings,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import { type Configuration, readSettings } from "@attestory/http/settings/read-settings.ts";
import { type ServerSettings, serverVariables } from "@attestory/http/settings/server-variables.ts";
import { z } from "zod";
import { type CommandSettings, commandContradictions, commandSettings, commandVariables } from "./config.ts";

/** Settings of a command process and of a mail process. */
export interface ServiceSettings extends ServerSettings, StoreSettings {
  /** The Redis server of the email queue and the rate limits. */
  jobs: string;
  command: CommandSettings;
}

const schema = z.object({ ...serverVariables, ...storeVariables, JOBS: redisAddress, ...commandVariables });

export const readConfiguration = (environment: NodeJS.ProcessEnv): Configuration<ServiceSettings> =>
  readSettings(environment, {
    schema,
    contradictions: [masterKeyContradictions, noAutomaticBackups, commandContradictions],
    ownSettings: (parsed, server) => ({
      ...storeSettings(parsed),
      jobs: parsed.JOBS,
      command: commandSettings(parsed, server),
    }),
  });
