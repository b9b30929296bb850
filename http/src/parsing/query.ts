import { type ProblemAnswer, problem } from "../routing/problem.ts";

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
 * Parses the query of a request target. Every value is text. A repeated parameter becomes a list, so that the route's schema
 * refuses it with its own message. More than a hundred parameters are refused.
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
