import { z } from "zod";

/** Schemas of what anyone may know of an application. `api-schema.ts` exports them: it depends on nothing but zod. */

export const publicApplicationParams = z.strictObject({ id: z.uuid("This is not the id of an application") });
export const publicApplication = z.strictObject({ name: z.string(), logoUrl: z.string().nullable() });
