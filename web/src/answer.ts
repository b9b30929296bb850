import type { z } from "zod";

/**
 * The answer in a body of JSON. It may hold more than its schema knows: a page stays open while the service is upgraded.
 * Throws when something is missing or of another kind.
 */
export function answerIn<T>(schema: z.ZodType<T>, body: string): T {
  const json = JSON.parse(body);
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  if (error.issues.every(({ code }) => code === "unrecognized_keys")) return json;
  throw error;
}
