import { z } from "zod";

/** Schemas of the calls about generations of the log. The web app imports this file too, so it may depend on nothing but zod. */

export const generationList = z.strictObject({
  /** Whether this service changes over while it runs. Otherwise that is done on the command line, while it is stopped. */
  changesHere: z.boolean(),
  generations: z.array(
    z.strictObject({
      generation: z.int().positive(),
      /** Whether the service runs on it. */
      isActive: z.boolean(),
      /** Of its log, its keys and its read models. */
      bytes: z.int(),
      /** When the newest event was recorded. */
      newestEventAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type GenerationList = z.infer<typeof generationList>;

export const generationParams = z.strictObject({ generation: z.string() });

export const generationActivated = z.strictObject({
  generation: z.int().positive(),
  /** How many persons were erased there, because they had been erased since. */
  erased: z.int(),
});

export const importQuery = z.strictObject({
  dryRun: z
    .enum(["true", "false"], 'Send "true" or "false"')
    .default("false")
    .describe("true only checks the file, and says what would change"),
  until: z.iso
    .datetime({ offset: true, error: "Send a time such as 2026-11-19T18:00:00Z" })
    .optional()
    .describe("A time; what was recorded later is left out"),
});

export const importReport = z.strictObject({
  dryRun: z.boolean(),
  /** The new generation. A dry run removes it again. */
  generation: z.int().positive(),
  takenAt: z.iso.datetime(),
  newestEventAt: z.iso.datetime().nullable(),
  events: z.int(),
  /** What the service has beyond the backup. */
  lost: z.strictObject({
    /** The moment of the backup's newest event. Null: the backup is of another history, which replaces everything. */
    since: z.iso.datetime().nullable(),
    events: z.int(),
    accounts: z.int(),
    applications: z.int(),
    /** What persons have allowed to applications, each time. */
    consents: z.int(),
  }),
  /** How many persons the backup has whose data was erased since. They stay erased. */
  stillErased: z.int(),
});
export type ImportReport = z.infer<typeof importReport>;

/** How far an import is: bytes while the file arrives, and then events. `of` is null while it is unknown. */
export const importProgress = z.strictObject({
  step: z.enum(["receiving", "checking", "building", "switching"]),
  done: z.int(),
  of: z.int().nullable(),
});
export type ImportProgress = z.infer<typeof importProgress>;
