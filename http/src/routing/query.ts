import { type ProblemAnswer, problem } from "./problem.ts";

const mostParameters = 100;

const malformed = () => problem(400, "invalid_query", "The address holds characters that cannot be read");

const tooMany = () => problem(400, "invalid_query", `The address has more than ${mostParameters} parameters`);

const decodable = (search: string) => {
  try {
    decodeURIComponent(search);
    return true;
  } catch {
    return false;
  }
};

/**
 * Reads what follows `?` in a request target. Every value is text; of a parameter that comes more than once it is the list of
 * them, so that the route's own schema refuses it, in its own words. More than a hundred parameters are refused.
 */
export const parseQuery = (target: string): { value: Record<string, string | string[]> } | ProblemAnswer => {
  const mark = target.indexOf("?");
  const search = mark === -1 ? "" : target.slice(mark + 1);
  if (!decodable(search)) return malformed();
  const parameters = new URLSearchParams(search);
  if (parameters.size > mostParameters) return tooMany();
  const value: Record<string, string | string[]> = Object.create(null);
  for (const [name, text] of parameters) {
    const before = value[name];
    if (Array.isArray(before)) before.push(text);
    else value[name] = before === undefined ? text : [before, text];
  }
  return { value };
};
