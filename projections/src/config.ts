import {
  mongoAddress,
  redisAddress,
  type StoreSettings,
  storeSettings,
  storeVariables,
} from "@attestory/event-store/store-variables.ts";
import { z } from "zod";
import { buildVariables } from "./build-variables.ts";

/** Settings of the projection process, from the environment. `main.ts` reads them together with the server's own variables. */
export interface ProjectionSettings extends StoreSettings {
  readStore: string;
  /** Redis address for progress notifications. */
  jobs: string;
  /** How many documents a build keeps in memory. */
  buildDocuments: number;
}

/** Each fault is reported under the variable's name. */
export const projectionVariables = {
  ...storeVariables,
  READ_STORE: mongoAddress,
  JOBS: redisAddress,
  ...buildVariables,
};
const variables = z.object(projectionVariables);

export const projectionSettings = (parsed: z.infer<typeof variables>): ProjectionSettings => ({
  ...storeSettings(parsed),
  readStore: parsed.READ_STORE,
  jobs: parsed.JOBS,
  buildDocuments: parsed.BUILD_DOCUMENTS,
});
