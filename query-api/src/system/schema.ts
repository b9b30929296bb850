import { z } from "zod";

/** Each part is `ok`, or why it is not. `lagSeconds`: null until the read models were once up to date. */
export const systemHealth = z
  .strictObject({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    eventLog: z.string(),
    readStore: z.string(),
    jobs: z.string(),
    lagSeconds: z.number().nullable(),
  })
  .meta({ id: "SystemHealth" });
