import type { ApiDocument, Components, Operation } from "../reference/api-document.ts";
import { nameOfRef, operationsOf, withoutMarks } from "../reference/operations.ts";
import type { Entry } from "./entry.ts";

/** The names of what a call takes: of its parameters, and of the fields of its body. */
function fieldsOf({ parameters, requestBody }: Operation, { schemas }: Components): string[] {
  const schema = requestBody?.content["application/json"]?.schema;
  const body = schema?.$ref ? schemas[nameOfRef(schema.$ref)] : schema;
  return [...parameters.flatMap(({ name }) => name ?? []), ...Object.keys(body?.properties ?? {})];
}

/** Every call of the document, which the reference shows at its own anchor. */
export const callEntries = (document: ApiDocument): Entry[] =>
  operationsOf(document).map((operation) => {
    const { operationId, method, path, summary, description } = operation;
    const fields = fieldsOf(operation, document.components);
    return {
      group: "Calls of the API",
      title: summary,
      name: `${method} ${path}`,
      otherNames: [path, operationId],
      lines: [
        { text: withoutMarks(description) },
        ...(fields.length > 0 ? [{ text: `Takes ${fields.join(", ")}` }] : []),
      ],
      target: { path: "/docs/api", parameters: {}, anchor: operationId },
    };
  });
