import { z } from "zod";

/** Converts a stored payload to the next version. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string = string, Schema extends z.ZodObject = z.ZodObject> {
  readonly type: Type;
  /** The newest version, the one in which events are written. */
  readonly version: number;
  readonly schema: Schema;
  /** Names of the fields that are encrypted with the person's key before they reach the log. */
  readonly personalFields: readonly string[];
  /** The schema of the personal fields only. */
  readonly personalSchema: z.ZodObject;
  /** Keyed by the version that they convert from: `{ 1: v1 => v2 }`. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

/** The event as domain code sees it: its type and its payload in the newest version. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Schema> ? { type: Type; data: z.infer<Schema> } : never;

const marked = new WeakSet<object>();

/** Marks a top-level field as personal: encrypted at rest, and `null` until decrypted or once the person is erased. */
export function personal<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  const field = schema.nullable();
  marked.add(field);
  return field;
}

/** `version` 1 needs no upcasts; each later one adds the upcast from the version before. */
type Versions = number | { version: number; upcasts: Readonly<Record<number, Upcast>> };

/** Declares an event type once. Types are past tense and are never renamed; a changed payload raises the version and adds an upcast. */
export function defineEvent<Type extends string, Schema extends z.ZodObject>(
  type: Type,
  versions: Versions,
  schema: Schema,
): EventDefinition<Type, Schema> {
  const { version, upcasts } = typeof versions === "number" ? { version: versions, upcasts: {} } : versions;
  for (let from = 1; from < version; from++) {
    if (!Object.hasOwn(upcasts, from)) throw new TypeError(`${type} has no upcast from version ${from}`);
  }
  if (schema.def.checks?.length)
    throw new TypeError(`${type} has a rule over several fields, which are not always read together`);
  const personalShape = Object.fromEntries(Object.entries(schema.shape).filter(([, field]) => marked.has(field)));
  const personalSchema = z.object(personalShape);
  return { type, version, schema, personalFields: Object.keys(personalShape), personalSchema, upcasts };
}
