import type { z } from "zod";

type Loaded = typeof import("./schemas.ts");
export type SchemaName = { [Name in keyof Loaded]: Loaded[Name] extends z.ZodType ? Name : never }[keyof Loaded];
/** What the schema of this name returns. */
export type Parsed<Name extends SchemaName> = z.output<Loaded[Name]>;
export type Schemas = { readonly [Name in SchemaName]: z.ZodType<Parsed<Name>> };

/**
 * Loads zod and the schemas, once.
 * @throws Unreachable when they could not be loaded; the next call tries again
 */
export const loadSchemas = (): Promise<Schemas> => import("./schemas.ts");
