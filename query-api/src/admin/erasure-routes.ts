import { type ErasureDocument, erasures as model } from "@attestory/projections/read-models/erasures.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { isNamed, route } from "../handling/query-route.ts";
import { type Erasure, erasures } from "./erasure-schema.ts";

interface ErasureServices {
  store: Pick<ReadStore, "getMany" | "list">;
  freshness: Pick<Freshness, "readable">;
}

const erasuresQuery = page.extend({
  state: z
    .enum(["requested", "erased"], "Use requested or erased")
    .describe("requested: still to be erased, the soonest due first; erased: for good, the newest first"),
});

/** Which accounts are to be deleted, and the receipts of those that were erased. */
export const erasureRoutes = ({ store, freshness }: ErasureServices) => [
  route({
    method: "get",
    path: "/api/admin/erasures",
    summary: "The accounts that are to be deleted, the soonest due first; or those that were erased, newest first",
    operationId: "listErasures",
    description:
      "Returns the accounts whose owners want to delete them, with who they are; or those that were erased, of which only the random id is left, with when, why and where the receipt is in the log. For admins.",
    access: "admin",
    query: erasuresQuery,
    answers: { 200: erasures },
    async handle({ query: { state, limit, cursor }, context }) {
      if (!(await freshness.readable(context, [model.name]))) return projectionLag();
      const direction = state === "erased" ? "descending" : "ascending";
      const part = { index: "state", value: state, direction } as const;
      const listed = await store.list(model, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const shown = listed.slice(0, limit).map(({ document }) => document);
      const ids = shown.filter(({ startedAt }) => startedAt === null).map(({ userId }) => userId);
      const known = await store.getMany(users, ids);
      const answers = shown.map((each) => answerErasure(each, known.get(each.userId)));
      return { status: 200, body: { erasures: answers, nextCursor: nextCursor(listed, limit) } };
    },
  }),
];

const answerErasure = (erasure: ErasureDocument, user: UserDocument | undefined): Erasure => ({
  ...erasure,
  account: user && isNamed(user) ? { email: user.email, username: user.username } : null,
});
