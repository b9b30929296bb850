import type { z } from "zod";

/** The first fault of a command's input, with the name of its argument or option before it. */
export function faultOfFields(error: z.ZodError, names: Readonly<Record<string, string>>): string {
  const [first] = error.issues;
  const field = String(first?.path[0]);
  return `${names[field] ?? field}: ${first?.message}`;
}
