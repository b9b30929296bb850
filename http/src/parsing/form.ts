import { type ProblemAnswer, problem, withFields } from "../routing/problem.ts";

const mostParameters = 100;

const refuse = (code: string, message: string) => problem(400, code, message);

const isDecodable = (text: string) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Parses a body of the type `application/x-www-form-urlencoded`. Every value is text. A name that is repeated is refused, and a parameter
 * without a value counts as absent (RFC 6749 section 3.2). More than a hundred parameters are refused.
 */
export const parseForm = (bytes: Buffer): { value: Record<string, string> } | ProblemAnswer => {
  const text = bytes.toString("latin1");
  if (!isDecodable(text)) return refuse("invalid_text", "The body is not valid percent-encoded UTF-8");
  const parameters = new URLSearchParams(text);
  if (parameters.size > mostParameters) {
    return refuse("too_many_fields", `The body has more than ${mostParameters} parameters`);
  }
  const names = new Set<string>();
  const value: Record<string, string> = Object.create(null);
  for (const [name, each] of parameters) {
    if (names.has(name)) {
      const refusal = refuse("duplicate_field", "The body names a parameter twice");
      return withFields(refusal, { [name]: "This field was given twice" });
    }
    names.add(name);
    if (each !== "") value[name] = each;
  }
  return { value };
};
