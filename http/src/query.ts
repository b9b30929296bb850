import { type ProblemAnswer, problem } from "./problem.ts";

const malformed = () => problem(400, "invalid_query", "The address holds characters that cannot be read");

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
 * them, so that the route's own schema refuses it, in its own words.
 */
export const parseQuery = (target: string): { value: Record<string, string | string[]> } | ProblemAnswer => {
  const mark = target.indexOf("?");
  const search = mark === -1 ? "" : target.slice(mark + 1);
  if (!decodable(search)) return malformed();
  const value: Record<string, string | string[]> = Object.create(null);
  for (const [name, text] of new URLSearchParams(search)) {
    const before = value[name];
    value[name] = before === undefined ? text : [before, text].flat();
  }
  return { value };
};
