import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { authenticationOf } from "@attestory/events/authentication.ts";
import { readProofs } from "@attestory/events/session-proofs.ts";
import { notFound } from "@attestory/http/routing/problem.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { route } from "../handling/query-route.ts";
import { claimsPreview, claimsPreviewQuery } from "./claims-preview-schema.ts";
import { ownApplication } from "./client-call-routes.ts";
import { clientCallParams } from "./client-call-schema.ts";
import { previewClaims } from "./preview-claims.ts";

interface ClaimsServices {
  store: Pick<ReadStore, "get" | "list">;
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
      const listing = { index: "user", value: user.id, direction: "ascending", limit: 1 } as const;
      const hasKey = (await store.list(hardwareKeys, listing)).length > 0;
      const account = { hasPassword: user.hasPassword, hasTotp: user.twoFactorEnabled, hasKey };
      const proven = { startedAt: new Date(session.startedAt), proofs: readProofs(session.proofs) };
      const authentication = authenticationOf(proven, account);
      const body = previewClaims(user, asked, { issuer, application, session, authentication, now: machineTime(now) });
      return { status: 200, body };
    },
  }),
];
