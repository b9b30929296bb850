import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { notFound } from "@attestory/http/routing/problem.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { route } from "../handling/query-route.ts";
import { claimsPreview, claimsPreviewQuery } from "./claims-preview-schema.ts";
import { ownApplication } from "./client-call-routes.ts";
import { clientCallParams } from "./client-call-schema.ts";
import { previewClaims } from "./preview-claims.ts";

interface ClaimsServices {
  store: Pick<ReadStore, "get">;
  issuer: string;
  now: Clock;
}

export const claimsRoutes = ({ store, issuer, now }: ClaimsServices) => [
  route({
    method: "get",
    path: "/api/developer/applications/{id}/claims",
    summary: "What your application would learn of your own account with these scopes",
    operationId: "previewClaims",
    description: "Returns what your application would learn of your own account with these scopes. No token is made.",
    access: "developer",
    params: clientCallParams,
    query: claimsPreviewQuery,
    answers: { 200: claimsPreview },
    async handle({ params, query: { scope = "" }, principal }) {
      const application = await ownApplication(store, params.id, principal.userId);
      if (!application) return notFound();
      const { user, session } = principal;
      const asked = scope.split(" ");
      const body = previewClaims(user, asked, { issuer, application, session, now: machineTime(now) });
      return { status: 200, body };
    },
  }),
];
