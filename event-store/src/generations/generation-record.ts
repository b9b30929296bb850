import { z } from "zod";

/** Which of its logs is the service's. There is no record until a backup is imported. */
export const generationRecord = z.strictObject({
  active: z.int().positive(),
  /** Every generation that is whole, also the active one. */
  whole: z.array(z.int().positive()),
  /** No number is used twice, because tokens name the generation in which they were issued: none up to this one is free. */
  highest: z.int().positive(),
  /** The generation that an import is writing, or was when it was interrupted. */
  unfinished: z.int().positive().nullable(),
});
export type GenerationRecord = z.infer<typeof generationRecord>;

/** Of a service into which nothing was imported. */
export const firstRecord: GenerationRecord = { active: 1, whole: [1], highest: 1, unfinished: null };

/** The record is damaged or missing, or does not allow what was asked for. */
export class GenerationsFault extends Error {
  override name = "GenerationsFault";
}

/** The highest number that a mark of a client's last change can hold. */
const highestPossible = 0xffff_ffff;

/** The number of a new generation. @throws GenerationsFault */
export function nextGeneration(above: number, { highest }: Pick<GenerationRecord, "highest">): number {
  const next = Math.max(above, highest) + 1;
  if (next > highestPossible) throw new GenerationsFault(`there is no number for a generation after ${next - 1}`);
  return next;
}

/** The record once this generation is active, which is whole. @throws GenerationsFault if it is neither kept nor unfinished */
export function withActive(generation: number, record: GenerationRecord): GenerationRecord {
  const { whole, highest, unfinished } = record;
  const isNew = generation === unfinished;
  if (!isNew && !whole.includes(generation)) throw new GenerationsFault(`there is no generation ${generation}`);
  return {
    active: generation,
    whole: [...new Set([...whole, generation])],
    highest: Math.max(highest, generation),
    unfinished: isNew ? null : unfinished,
  };
}

/** The record on a server, which several processes read and change. Each call may throw the store's error. */
export interface StoredRecord {
  /** @throws GenerationsFault */
  read(): Promise<GenerationRecord>;
  /** Replaces the record in one step, durably. @throws GenerationsFault if it is not `before` any more */
  replace(before: GenerationRecord, after: GenerationRecord): Promise<void>;
  close(): Promise<void>;
}
