import { notFound } from "@attestory/http/routing/problem.ts";
import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { type ClientCallDocument, clientCalls } from "@attestory/projections/read-models/client-calls.ts";
import { pkceUses } from "@attestory/projections/read-models/pkce-uses.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { type ClientCall, clientCallParams, clientCalls as clientCallsAnswer } from "./client-call-schema.ts";

interface CallServices {
  store: Pick<ReadStore, "get" | "list">;
  freshness: Pick<Freshness, "readable">;
}

/** The application, for its owner only; null for any other user. */
export const ownApplication = async (
  store: Pick<ReadStore, "get">,
  id: string,
  userId: string,
): Promise<ApplicationDocument | null> => {
  const application = await store.get(applications, id.toLowerCase());
  return application?.ownerId === userId ? application : null;
};

export const callRoutes = ({ store, freshness }: CallServices) => [
  route({
    method: "get",
    path: "/api/developer/applications/{id}/requests",
    summary: "The failed authorize and token calls of your application, newest first, with what differed",
    operationId: "listFailedCalls",
    description:
      "Returns the failed authorize and token calls of your application, newest first, with what each sent and should have sent. couldUsePkce says that its newest code was asked for without PKCE.",
    access: "developer",
    params: clientCallParams,
    query: page,
    answers: { 200: clientCallsAnswer },
    async handle({ params, query: { limit, cursor }, principal, context }) {
      if (!(await freshness.readable(context, [clientCalls.name, pkceUses.name]))) return projectionLag();
      const application = await ownApplication(store, params.id, principal.userId);
      if (!application) return notFound();
      const part = { index: "application", value: application.id, direction: "descending" } as const;
      const listed = await store.list(clientCalls, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const requests = listed.slice(0, limit).map(({ document }) => answerCall(document));
      const couldUsePkce = await isWithoutPkce(store, application);
      return { status: 200, body: { requests, nextCursor: nextCursor(listed, limit), couldUsePkce } };
    },
  }),
];

/** Whether the newest code was asked for without PKCE. */
async function isWithoutPkce(store: Pick<ReadStore, "get">, { id }: ApplicationDocument): Promise<boolean> {
  const use = await store.get(pkceUses, id);
  return use !== null && (use.withoutPkceAt ?? 0) > (use.withPkceAt ?? 0);
}

const answerCall = ({ id, at, endpoint, error, description, differences }: ClientCallDocument): ClientCall => ({
  id,
  time: new Date(at).toISOString(),
  endpoint,
  outcome: "failed",
  error,
  description,
  differences,
});
