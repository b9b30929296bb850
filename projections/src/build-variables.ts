import { z } from "zod";
import { defaultMostHeld } from "./rebuild/pass/held-documents.ts";

/** For processes that run projections. */
export const buildVariables = {
  /** How many documents a build keeps in memory. */
  BUILD_DOCUMENTS: z
    .string()
    .regex(/^[1-9]\d{3,7}$/, "must be a number of documents from 1000, such as 15000")
    .transform(Number)
    .default(defaultMostHeld),
};
