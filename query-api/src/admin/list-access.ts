import {
  type AccessDocument,
  type AccessKind,
  accessList,
  accessOf,
} from "@attestory/projections/read-models/access-list.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { z } from "zod";
import { nextCursor, page } from "../handling/paging.ts";

const daysText = "Use a whole number of days from 1 to 3650";

export const accessQuery = page.extend({
  user: z
    .uuid("This is not the id of an account")
    .toLowerCase()
    .optional()
    .describe("The id of an account: of this user alone"),
  unused: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, daysText)
    .transform(Number)
    .refine((days) => days <= 3650, daysText)
    .optional()
    .describe("1 to 3650: what was not used for so many days, the oldest use first"),
});
export type AccessQuery = z.output<typeof accessQuery>;

/** Reads one page of one kind by an index: however many there are, it reads no more than it shows, and one. */
export async function listAccess(
  store: Pick<ReadStore, "list">,
  { kind, asked, now }: { kind: AccessKind; asked: AccessQuery; now: Date },
): Promise<{ found: AccessDocument[]; nextCursor: string | null }> {
  const { user, unused, limit, cursor } = asked;
  const value = user === undefined ? kind : accessOf({ kind, userId: user });
  const listing = { value, limit: limit + 1, ...(cursor && { after: cursor }) };
  if (unused === undefined) {
    const index = user === undefined ? "all" : "user";
    const listed = await store.list(accessList, { ...listing, index, direction: "descending" });
    return { found: listed.slice(0, limit).map(({ document }) => document), nextCursor: nextCursor(listed, limit) };
  }
  const index = user === undefined ? "use" : "userUse";
  const before = new Date(now.getTime() - unused * 86_400_000).toISOString();
  const listed = await store.list(accessList, { ...listing, index, direction: "ascending" });
  const due = listed.filter(({ order }) => order <= before);
  return { found: due.slice(0, limit).map(({ document }) => document), nextCursor: nextCursor(due, limit) };
}
