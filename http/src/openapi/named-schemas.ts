import { z } from "zod";
import type { Json } from "./json.ts";

export type Direction = "input" | "output";

/** The schemas of the document, each under one name. */
export interface NamedSchemas {
  /** A reference to the schema, or the schema itself if it is no object, list or choice. `name`: where `.meta({ id })` gives none. */
  refer(schema: z.ZodType, io: Direction, name: string): Json;
  /** The schema itself, for what is no body. */
  inline(schema: z.ZodType, io: Direction): Json;
  readonly schemas: Readonly<Record<string, Json>>;
}

const place = "#/components/schemas/";
const referTo = (name: string): Json => ({ $ref: `${place}${name}` });
const isNamed = ({ properties, type, anyOf, oneOf }: Json): boolean =>
  properties !== undefined || type === "array" || anyOf !== undefined || oneOf !== undefined;

/** With references to components in place of those to `$defs`. */
const relocated = (value: unknown, nameOf: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((each) => relocated(each, nameOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string"
        ? `${place}${nameOf(each.replace("#/$defs/", ""))}`
        : relocated(each, nameOf),
    ]),
  );
};

export function createNamedSchemas(): NamedSchemas {
  const schemas: Record<string, Json> = {};
  const namesOf = { input: new Map<z.ZodType, string>(), output: new Map<z.ZodType, string>() };

  /** A schema may look otherwise in a request than in an answer: then it has a second name. */
  const put = (name: string, schema: Json, io: Direction): string => {
    const known = schemas[name];
    if (known === undefined || JSON.stringify(known) === JSON.stringify(schema)) {
      schemas[name] = schema;
      return name;
    }
    const other = `${name}${io === "input" ? "Input" : "Output"}`;
    if (name.endsWith("Input") || name.endsWith("Output")) throw new Error(`two schemas are called ${name}`);
    return put(other, schema, io);
  };

  /** The schema, with those that it names beside the others. */
  const convert = (schema: z.ZodType, io: Direction): { id: string | undefined; json: Json } => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    const { $schema: _dialect, $defs = {}, id, ...json } = converted;
    const names = new Map<string, string>();
    const nameOf = (name: string) => names.get(name) ?? name;
    for (const [name, { id: _id, ...each }] of Object.entries($defs)) {
      names.set(name, put(name, relocated(each, nameOf) as Json, io));
    }
    return { id, json: relocated(json, nameOf) as Json };
  };

  const inline = (schema: z.ZodType, io: Direction): Json => convert(schema, io).json;

  return {
    schemas,
    inline,
    refer(schema, io, name) {
      const known = namesOf[io].get(schema);
      if (known) return referTo(known);
      const { id, json } = convert(schema, io);
      if (!isNamed(json)) return json;
      const given = put(id ?? name, json, io);
      namesOf[io].set(schema, given);
      return referTo(given);
    },
  };
}
