import { z } from "zod";
import { parseForm } from "../parsing/form.ts";
import { parseQuery } from "../parsing/query.ts";
import { parseJsonObject } from "../parsing/strict-json.ts";
import { checkFields } from "./check-fields.ts";
import type { IncomingContext } from "./incoming-context.ts";
import type { Principal } from "./principal.ts";
import { isProblem, type ProblemAnswer, problem } from "./problem.ts";
import type { Route } from "./route.ts";

/** The validated input of a handler. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The input of a request before validation: path parameters are decoded, the body is bytes. */
export interface RawInput {
  readonly params: unknown;
  readonly target: string;
  /** Null: the body is not to be read here. */
  readonly bytes: Buffer | null;
  /** Whether the bytes are a form. Otherwise they are JSON. */
  readonly form: boolean;
  readonly context: IncomingContext;
}

type Checked = { value: unknown } | ProblemAnswer;

const absent = { value: undefined };

/** A call that takes no body may still receive `{}`. */
const emptyObject = z
  .strictObject({})
  .optional()
  .transform(() => undefined);

const checkParams = (schema: z.ZodType | undefined, params: unknown): Checked => {
  if (!schema) return absent;
  const checked = checkFields(schema, params);
  return isProblem(checked) ? problem(404, "not_found", checked.problem.message) : checked;
};

const checkQuery = (schema: z.ZodType | undefined, target: string): Checked => {
  if (!schema) return absent;
  const query = parseQuery(target);
  return isProblem(query) ? query : checkFields(schema, query.value);
};

const bodyChecker = (schema: z.ZodType = emptyObject) => {
  const whenEmpty = schema.safeParse(undefined).success ? absent : problem(400, "empty_body", "This call needs a body");
  return ({ bytes, form }: RawInput): Checked => {
    if (bytes === null) return absent;
    if (bytes.length === 0) return whenEmpty;
    const fields = form ? parseForm(bytes) : parseJsonObject(bytes);
    return isProblem(fields) ? fields : checkFields(schema, fields.value);
  };
};

/** Returns a function that checks the input of a request to this route: 404 for its path parameters, 400 for the rest. */
export const inputReader = <Who extends Principal>(route: Route<Who>) => {
  const checkBody = bodyChecker(route.body);
  return (input: RawInput): Input | ProblemAnswer => {
    const { params, target, context } = input;
    const checkedParams = checkParams(route.params, params);
    if (isProblem(checkedParams)) return checkedParams;
    if (route.write && !context.idempotencyKeyFits) {
      return problem(400, "invalid_idempotency_key", "Idempotency-Key must be a UUID");
    }
    const query = checkQuery(route.query, target);
    if (isProblem(query)) return query;
    const body = checkBody(input);
    return isProblem(body) ? body : { params: checkedParams.value, query: query.value, body: body.value };
  };
};
