import { z } from "zod";

/** Schemas of how far the builds of read models are. */

const build = z
  .strictObject({
    /** Without its version: `users`. */
    readModel: z.string(),
    phase: z.enum(["applying", "writing"]).describe("`applying` events first, then `writing` documents"),
    /** Of this phase: events of the log, or documents. */
    done: z.int(),
    of: z.int(),
    secondsLeft: z.int().nullable().describe("Of this phase, estimated; null while nothing is known"),
    isServed: z.boolean().describe("Whether this process answers from the documents before"),
  })
  .meta({ id: "ReadModelBuild" });

export const adminBuilds = z.strictObject({ builds: z.array(build) });
