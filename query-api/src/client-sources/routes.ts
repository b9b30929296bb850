import { everySource, clientSources as model } from "@attestory/projections/read-models/client-sources.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { clientSources } from "./schema.ts";

interface ClientSourceServices {
  store: Pick<ReadStore, "getMany" | "list">;
  freshness: Pick<Freshness, "readable">;
}

export const clientSourceRoutes = ({ store, freshness }: ClientSourceServices) => [
  route({
    method: "get",
    path: "/api/admin/client-sources",
    summary: "From where applications may describe themselves by a metadata document, newest first",
    operationId: "listClientSources",
    description:
      "Returns the addresses from which applications may describe themselves (Client ID Metadata Documents), newest first. For admins.",
    access: "admin",
    query: page,
    answers: { 200: clientSources },
    async handle({ query: { limit, cursor }, context }) {
      if (!(await freshness.readable(context, [model.name]))) return projectionLag();
      const part = { index: "all", value: everySource, direction: "descending" } as const;
      const listed = await store.list(model, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const shown = listed.slice(0, limit).map(({ document }) => document);
      const admins = await store.getMany(users, [...new Set(shown.map(({ allowedBy }) => allowedBy))]);
      const answers = shown.map(({ id, urlPrefix, allowedAt, allowedBy }) => ({
        id,
        urlPrefix,
        allowedAt: new Date(allowedAt).toISOString(),
        allowedBy: { id: allowedBy, username: admins.get(allowedBy)?.username ?? null },
      }));
      return { status: 200, body: { clientSources: answers, nextCursor: nextCursor(listed, limit) } };
    },
  }),
];
