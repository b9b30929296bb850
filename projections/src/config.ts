import { mongoAddress, redisAddress, storeVariables } from "@attestory/event-store/store-variables.ts";
import { z } from "zod";

/** Settings of the projection process, from the environment. `main.ts` reads them together with the server's own variables. */
export interface ProjectionSettings {
  eventLog: string;
  vault: string;
  readStore: string;
  /** Redis address for progress notifications. */
  jobs: string;
  masterKey: Buffer;
}

/** Each fault is reported under the variable's name. */
export const projectionVariables = { ...storeVariables, READ_STORE: mongoAddress, JOBS: redisAddress };
const variables = z.object(projectionVariables);

export const projectionSettings = (parsed: z.infer<typeof variables>): ProjectionSettings => ({
  eventLog: parsed.EVENT_LOG,
  vault: parsed.VAULT,
  readStore: parsed.READ_STORE,
  jobs: parsed.JOBS,
  masterKey: parsed.MASTER_KEY,
});
