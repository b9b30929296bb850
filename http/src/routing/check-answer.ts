import type { Answer } from "./answer.ts";
import type { Principal } from "./principal.ts";
import { isProblem, type ProblemAnswer } from "./problem.ts";
import type { Route } from "./route.ts";

/** Throws if an answer does not match its route's declaration. The error names fields, never their values. */
export const checkAnswer = <Who extends Principal>(route: Route<Who>, answer: Answer | ProblemAnswer): void => {
  if (isProblem(answer)) return;
  const name = `${route.method} ${route.path}`;
  const schema = route.answers[answer.status];
  if (!schema) throw new Error(`${name} answered ${answer.status}, which it does not declare`);
  const result = schema.safeParse(answer.body);
  if (result.success) return;
  const faults = result.error.issues.map((issue) => `${issue.path.map(String).join(".") || "body"} (${issue.code})`);
  throw new Error(`${name} answered ${answer.status} with a body that does not fit: ${faults.join(", ")}`);
};
