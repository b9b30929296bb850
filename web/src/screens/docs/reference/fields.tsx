import { C } from "../prose.tsx";
import type { Components, SchemaPart } from "./api-document.ts";
import { limitsInWords, nameOfRef, typeInWords, withoutMarks } from "./operations.ts";

/** How deep objects in objects are shown. Deeper ones are named only. */
const deepest = 3;

type FieldsProps = { schema: SchemaPart; components: Components; depth?: number };

/** The schema itself where it refers to one, and the entries of a list. */
function resolved(schema: SchemaPart, components: Components): SchemaPart {
  const itself = schema.$ref ? (components.schemas[nameOfRef(schema.$ref)] ?? {}) : schema;
  const entry = itself.items ?? (itself.anyOf ?? itself.oneOf)?.find(({ type }) => type !== "null");
  return entry ? resolved(entry, components) : itself;
}

/** What a field means, under it. */
export const Description = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <span className="block">{withoutMarks(text)}</span>;

/** The fields of an object, or of the entries of a list, one in a line. Nothing for any other value. */
export function Fields({ schema, components, depth = 0 }: FieldsProps) {
  const { properties, required = [] } = resolved(schema, components);
  if (!properties || depth === deepest) return null;
  return (
    <ul className={depth === 0 ? "grid gap-2" : "mt-2 grid gap-2 border-l border-line pl-3"}>
      {Object.entries(properties).map(([name, each]) => (
        <li key={name} className="min-w-0 text-sm">
          <C>{name}</C>{" "}
          <span className="text-muted wrap-anywhere">
            {[typeInWords(each), limitsInWords(each)].filter(Boolean).join(", ")}
            {!required.includes(name) && ", optional"}
          </span>
          <Description text={each.description} />
          <Fields schema={each} components={components} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}
