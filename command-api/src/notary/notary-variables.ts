import { z } from "zod";

/** When checkpoints of the log are signed, and where they are published. */
export interface NotarySettings {
  events: number;
  seconds: number;
  /** A file that always has the newest one; null: none. */
  file: string | null;
  /** An address that each is posted to; null: none. */
  webhook: string | null;
}

const number = (most: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, "must be a number, such as 1000")
    .transform(Number)
    .refine((given) => given >= 1 && given <= most, `must be from 1 to ${most}`);
const httpAddress = "must be an address, such as https://witness.example.com/checkpoints";

export const notaryVariables = {
  CHECKPOINT_EVENTS: number(1_000_000).default(1000),
  CHECKPOINT_SECONDS: number(86_400).default(60),
  CHECKPOINT_FILE: z.string().regex(/\S/, "must be a file, such as /mnt/witness/checkpoint").optional(),
  CHECKPOINT_WEBHOOK: z.url({ protocol: /^https?$/, error: httpAddress }).optional(),
};
const variables = z.object(notaryVariables);

export const notarySettings = (parsed: z.infer<typeof variables>): NotarySettings => ({
  events: parsed.CHECKPOINT_EVENTS,
  seconds: parsed.CHECKPOINT_SECONDS,
  file: parsed.CHECKPOINT_FILE ?? null,
  webhook: parsed.CHECKPOINT_WEBHOOK ?? null,
});
