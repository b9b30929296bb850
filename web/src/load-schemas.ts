import type { z } from "zod";

type Loaded = typeof import("./schemas.ts");
export type SchemaName = {
  [Name in keyof Loaded]: Loaded[Name] extends { _zod: unknown } ? Name : never;
}[keyof Loaded];
/** What the schema of this name returns. */
export type Parsed<Name extends SchemaName> = z.output<Loaded[Name]>;
export type Schemas = { readonly [Name in SchemaName]: z.ZodType<Parsed<Name>> };

/**
 * Loads zod and the schemas, once.
 * @throws Unreachable when they could not be loaded; the next call tries again
 */
export const loadSchemas = (): Promise<Schemas> =>
  // To compare each schema with its own output would take the compiler a third of its time.
  import("./schemas.ts") as Promise<unknown> as Promise<Schemas>;
