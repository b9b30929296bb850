import { everySource, clientSources as model } from "@attestory/projections/read-models/client-sources.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { stateOfSource } from "../oauth/live-source.ts";
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
      "Returns the addresses from which applications may describe themselves (Client ID Metadata Documents), newest first, with those that were removed and who did it. For admins.",
    access: "admin",
    query: page,
    answers: { 200: clientSources },
    async handle({ query: { limit, cursor }, context }) {
      if (!(await freshness.readable(context, [model.name]))) return projectionLag();
      const part = { index: "all", value: everySource, direction: "descending" } as const;
      const listed = await store.list(model, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const shown = listed.slice(0, limit).map(({ document }) => document);
      const ids = shown.flatMap(({ allowedBy, removed }) => (removed ? [allowedBy, removed.by] : [allowedBy]));
      const admins = await store.getMany(users, [...new Set(ids)]);
      const named = (id: string) => ({ id, username: admins.get(id)?.username ?? null });
      const answers = shown.map((source) => ({
        id: source.id,
        urlPrefix: source.urlPrefix,
        allowedAt: new Date(source.allowedAt).toISOString(),
        allowedBy: named(source.allowedBy),
        removed: source.removed && { at: new Date(source.removed.at).toISOString(), by: named(source.removed.by) },
        state: stateOfSource(source, admins.get(source.allowedBy) ?? null),
      }));
      return { status: 200, body: { clientSources: answers, nextCursor: nextCursor(listed, limit) } };
    },
  }),
];
