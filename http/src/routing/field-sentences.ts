import type { z } from "zod";

const types: Record<string, string> = {
  string: "This must be text",
  number: "This must be a number",
  int: "This must be a whole number",
  boolean: "This must be true or false",
  array: "This must be a list",
  object: "This must be an object",
};

const formats: Record<string, string> = {
  email: "Invalid email address",
  url: "This is not a valid address",
  uuid: "This is not a valid id",
  datetime: "This is not a valid time",
};

const unitOf = (origin: string, count: number | bigint) => {
  if (origin === "string") return count === 1 ? " character" : " characters";
  return origin === "array" || origin === "set" ? (count === 1 ? " entry" : " entries") : "";
};

const limit = (words: string, origin: string, count: number | bigint) =>
  `Use ${words} ${count.toLocaleString("en")}${unitOf(origin, count)}`;

type Sentences = {
  [Code in z.core.$ZodRawIssue["code"]]?: (issue: Extract<z.core.$ZodRawIssue, { code: Code }>) => string;
};

const sentences: Sentences = {
  invalid_type: (issue) =>
    issue.input === undefined ? "This is required" : (types[issue.expected] ?? "This is not valid"),
  invalid_format: (issue) => formats[issue.format] ?? "This is not valid",
  too_small: (issue) => limit("at least", issue.origin, issue.minimum),
  too_big: (issue) => limit("at most", issue.origin, issue.maximum),
  invalid_value: (issue) => `Use one of: ${issue.values.join(", ")}`,
};

/** The default message for a fault whose schema defines none. */
export const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  const sentence = sentences[issue.code] as ((issue: z.core.$ZodRawIssue) => string) | undefined;
  return sentence?.(issue) ?? "This is not valid";
};
