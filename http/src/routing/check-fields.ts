import type { z } from "zod";
import { sentenceOf } from "./field-sentences.ts";
import { type ProblemAnswer, problem, withFields } from "./problem.ts";

type Issue = z.core.$ZodIssue;

/** Users do not fix more at once, and the answer must not grow with the request. */
const mostFaults = 20;

const depthOf = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));

/** Of the failed options of a union, the closest: prefers those without faults of type or value, then the deepest faults. */
const closest = (options: readonly (readonly Issue[])[]): readonly Issue[] => {
  const matching = options.filter((issues) =>
    issues.every(({ code }) => code !== "invalid_type" && code !== "invalid_value"),
  );
  const candidates = matching.length > 0 ? matching : options.filter((issues) => depthOf(issues) > 0);
  return candidates.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? [];
};

const flatten = (issue: Issue, path: readonly PropertyKey[] = []): [path: string, message: string][] => {
  const here = [...path, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [[...here, key].join("."), "This is not known here"]);
  }
  if (issue.code === "invalid_union") {
    const inner = closest(issue.errors);
    if (inner.length > 0) return inner.flatMap((each) => flatten(each, here));
  }
  return [[here.map(String).join("."), issue.message]];
};

/** "This is required" makes sense only beside its field: elsewhere the field's name replaces "This". */
const named = (path: string, message: string) =>
  path === "" ? message : message.replace(/^This(?= is | must )/, path);

/** Describes the faults of the first twenty faulty fields, by dotted path, with one message per field: its first fault. */
export const fieldProblem = (error: z.core.$ZodError): ProblemAnswer => {
  const faults = new Map<string, string>();
  for (const [path, message] of error.issues.flatMap((issue) => flatten(issue))) {
    if (faults.size === mostFaults) break;
    if (!faults.has(path)) faults.set(path, message);
  }
  const [path = "", text = "Please check what you entered"] = faults.entries().next().value ?? [];
  faults.delete("");
  const refusal = problem(400, "invalid_fields", named(path, text));
  return faults.size > 0 ? withFields(refusal, Object.fromEntries(faults)) : refusal;
};

/** Checks a value against its schema. An invalid value gives 400 `invalid_fields`. */
export const checkFields = (schema: z.ZodType, value: unknown): { value: unknown } | ProblemAnswer => {
  const result = schema.safeParse(value, { error: sentenceOf });
  return result.success ? { value: result.data } : fieldProblem(result.error);
};
