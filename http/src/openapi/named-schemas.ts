import { z } from "zod";
import type { Json } from "./json.ts";

export type Direction = "input" | "output";

/** The schemas of the document, each under one name. */
export interface NamedSchemas {
  /**
   * A reference to the schema, or the schema itself if it is no object, list or choice. `name`: where `.meta({ id })` gives none.
   * @throws if another schema has the name, also the same one that looks otherwise in a request than in an answer
   */
  refer(schema: z.ZodType, io: Direction, name: string): Json;
  /** The schema itself, for what is no body. */
  inline(schema: z.ZodType, io: Direction): Json;
  readonly schemas: Readonly<Record<string, Json>>;
}

const place = "#/components/schemas/";
const deservesName = ({ properties, type, anyOf, oneOf }: Json): boolean =>
  properties !== undefined || type === "array" || anyOf !== undefined || oneOf !== undefined;

/** With references to components in place of those to `$defs`. */
const relocated = (json: object): Json => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${place}`));

export function createNamedSchemas(): NamedSchemas {
  const schemas: Record<string, Json> = {};
  const namesOf = { input: new Map<z.ZodType, string>(), output: new Map<z.ZodType, string>() };

  const put = (name: string, schema: Json): void => {
    const known = schemas[name] ?? schema;
    if (JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`);
    schemas[name] = schema;
  };

  /** The schema, once those that it refers to are among the others. */
  const convert = (schema: z.ZodType, io: Direction): { id: string | undefined; json: Json } => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    const { $schema: _dialect, $defs = {}, id, ...json } = converted;
    for (const [name, { id: _id, ...each }] of Object.entries($defs)) put(name, relocated(each));
    return { id, json: relocated(json) };
  };

  return {
    schemas,
    inline: (schema, io) => convert(schema, io).json,
    refer(schema, io, name) {
      const known = namesOf[io].get(schema);
      if (known) return { $ref: `${place}${known}` };
      const { id = name, json } = convert(schema, io);
      if (!deservesName(json)) return json;
      put(id, json);
      namesOf[io].set(schema, id);
      return { $ref: `${place}${id}` };
    },
  };
}
