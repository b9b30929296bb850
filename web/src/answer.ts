import type { z } from "zod";

/**
 * Parses a JSON body and checks it against the schema. Unknown keys are allowed: a page stays open while the service is upgraded.
 * Throws when a value is missing or has the wrong type.
 */
export function answerIn<T>(schema: z.ZodType<T>, body: string): T {
  const json = JSON.parse(body);
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  if (error.issues.every(({ code }) => code === "unrecognized_keys")) return json;
  throw error;
}

/** Like `answerIn`, but returns null instead of throwing. */
export function answerOrNull<T>(schema: z.ZodType<T>, body: string): T | null {
  try {
    return answerIn(schema, body);
  } catch {
    return null;
  }
}
