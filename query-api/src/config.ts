import {
  mongoAddress,
  redisAddress,
  type StoreSettings,
  storeContradictions,
  storeSettings,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import { type Configuration, readSettings } from "@attestory/http/settings/read-settings.ts";
import { type SecretSettings, secretSettings, secretVariables } from "@attestory/http/settings/secret-variables.ts";
import {
  rateLimitContradictions,
  rateLimitVariables,
  type ServerSettings,
  serverVariables,
} from "@attestory/http/settings/server-variables.ts";
import { z } from "zod";

/** The settings that a query-api process reads from the environment. */
export interface QuerySettings extends ServerSettings, StoreSettings {
  readStore: string;
  /** Where progress notifications arrive, and where the rate limits are counted. */
  jobs: string;
  /** False: calls are not limited. */
  rateLimits: boolean;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
  secrets: SecretSettings;
  /** How long read models may be used after the log was last reached. */
  staleSeconds: number;
}

const schema = z.object({
  ...serverVariables,
  ...storeVariables,
  ...rateLimitVariables,
  ...secretVariables,
  READ_STORE: mongoAddress,
  JOBS: redisAddress,
  STALE_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number of seconds, such as 60")
    .transform(Number)
    .default(60),
});

export const readConfiguration = (environment: NodeJS.ProcessEnv): Configuration<QuerySettings> =>
  readSettings(environment, {
    schema,
    contradictions: [storeContradictions, rateLimitContradictions],
    ownSettings: (parsed) => ({
      ...storeSettings(parsed),
      readStore: parsed.READ_STORE,
      jobs: parsed.JOBS,
      rateLimits: parsed.RATE_LIMITS === "on",
      invitationsPerDay: parsed.INVITATIONS_PER_DAY,
      secrets: secretSettings(parsed),
      staleSeconds: parsed.STALE_SECONDS,
    }),
  });
