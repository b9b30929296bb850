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

/** Reads what follows `?` in a request target. Every value is text; a parameter that comes twice is refused with its name. */
export const parseQuery = (target: string): { value: Record<string, string> } | ProblemAnswer => {
  const mark = target.indexOf("?");
  const search = mark === -1 ? "" : target.slice(mark + 1);
  if (!decodable(search)) return malformed();
  const value: Record<string, string> = Object.create(null);
  for (const [name, text] of new URLSearchParams(search)) {
    if (name in value) {
      const fields = Object.fromEntries([[name, "This was given twice"]]);
      return problem(400, "duplicate_field", "The address names a field twice", { fields });
    }
    value[name] = text;
  }
  return { value };
};
