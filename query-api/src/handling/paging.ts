import type { Place } from "@attestory/projections/store/read-store.ts";
import { z } from "zod";

export const cursorOf = (place: Place): string =>
  Buffer.from(JSON.stringify([place.order, place.key])).toString("base64url");

const place = z.tuple([z.string(), z.string()]);

function placeOf(cursor: string, context: z.RefinementCtx): Place {
  try {
    const [order, key] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { order, key };
  } catch {
    context.addIssue({ code: "custom", message: "This is no place in the list", input: cursor });
    return z.NEVER;
  }
}

const cursorText = "nextCursor of the page before; of a plain list, from its header Link";
const limitText = "Use a whole number from 1 to 200";

/** The query parameters of every long list. */
export const page = z.strictObject({
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, limitText)
    .optional()
    .transform((text) => (text === undefined ? 50 : Number(text)))
    .describe("1 to 200; 50 by default"),
  cursor: z.string().max(1000).transform(placeOf).optional().describe(cursorText),
});
export type Page = z.output<typeof page>;

/** The `Link` header to the next page of a plain array (RFC 8288); none at the end. */
export const linkToNext = (path: string, limit: number, last: Place | null): Record<string, string> =>
  last ? { Link: `<${path}?limit=${limit}&cursor=${cursorOf(last)}>; rel="next"` } : {};

/** `nextCursor` of an answer, from a listing that asked for one document more than the page shows. Null at the end. */
export const nextCursor = (listed: readonly Place[], limit: number): string | null => {
  const last = listed[limit - 1];
  return last && listed.length > limit ? cursorOf(last) : null;
};
