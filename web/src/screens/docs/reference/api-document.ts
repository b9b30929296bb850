import { z } from "zod";

/** A part of a JSON schema, as `/openapi.json` has it. */
export interface SchemaPart {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaPart[];
  oneOf?: readonly SchemaPart[];
  items?: SchemaPart;
  properties?: Readonly<Record<string, SchemaPart>>;
  required?: readonly string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

const schemaPart = z.custom<SchemaPart>((value) => typeof value === "object" && value !== null);
const content = z.record(z.string(), z.object({ schema: schemaPart.optional(), example: z.unknown().optional() }));
const answer = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: content.optional(),
});

/** `$ref`: of the header that asks for the newest data, which every call with a credential may send. */
const parameter = z.object({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: schemaPart.optional(),
  example: z.unknown().optional(),
});

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(parameter),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), answer),
  security: z.array(z.record(z.string(), z.unknown())),
});

/** What the reference reads of the OpenAPI document. */
export const apiDocument = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), schemaPart),
    responses: z.record(z.string(), answer),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
});

export type ApiDocument = z.infer<typeof apiDocument>;
export type Tag = ApiDocument["tags"][number];
export type Components = ApiDocument["components"];
export type Answer = z.infer<typeof answer>;
export type Operation = z.infer<typeof operation> & { method: string; path: string };
