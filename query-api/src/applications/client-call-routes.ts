import { notFound } from "@attestory/http/routing/problem.ts";
import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import { type ClientCallDocument, clientCalls } from "@attestory/projections/read-models/client-calls.ts";
import { signInUses } from "@attestory/projections/read-models/sign-in-uses.ts";
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
      "Returns the failed authorize and token calls of your application, newest first, with what each sent and should have sent. couldUsePkce says that its newest code was asked for without PKCE. signIns says of its last sign-ins by a browser, at most 20, how many used PKCE and how many were pushed (RFC 9126).",
    access: "developer",
    params: clientCallParams,
    query: page,
    answers: { 200: clientCallsAnswer },
    async handle({ params, query: { limit, cursor }, principal, context }) {
      if (!(await freshness.readable(context, [clientCalls.name, signInUses.name]))) return projectionLag();
      const application = await ownApplication(store, params.id, principal.userId);
      if (!application) return notFound();
      const part = { index: "application", value: application.id, direction: "descending" } as const;
      const listed = await store.list(clientCalls, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const requests = listed.slice(0, limit).map(({ document }) => answerCall(document));
      const used = await usedBy(store, application);
      return { status: 200, body: { requests, nextCursor: nextCursor(listed, limit), ...used } };
    },
  }),
];

/** What its last sign-ins used. */
async function usedBy(store: Pick<ReadStore, "get">, { id }: ApplicationDocument) {
  const { signIns = [] } = (await store.get(signInUses, id)) ?? {};
  return {
    couldUsePkce: signIns[0]?.withPkce === false,
    signIns: {
      count: signIns.length,
      withPkce: signIns.filter(({ withPkce }) => withPkce).length,
      pushed: signIns.filter(({ isPushed }) => isPushed).length,
    },
  };
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
