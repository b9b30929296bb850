import { notFound } from "@attestory/http/routing/problem.ts";
import { applications } from "@attestory/projections/read-models/applications.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { findApplication } from "../oauth/find-application.ts";
import { publicApplication, publicApplicationParams } from "./schema.ts";

interface PublicApplicationServices {
  store: Pick<ReadStore, "get">;
  freshness: Pick<Freshness, "readable">;
}

export const publicApplicationRoutes = ({ store, freshness }: PublicApplicationServices) => [
  route({
    method: "get",
    path: "/api/oauth/applications/{id}",
    summary: "The name and the logo of an application, for the pages of people who sign in to it",
    operationId: "getPublicApplication",
    description: "The name and the logo of an application, which the pages show to people on their way to it.",
    access: "anyone",
    params: publicApplicationParams,
    answers: { 200: publicApplication },
    async handle({ params, context }) {
      if (!(await freshness.readable(context, [applications.name]))) return projectionLag();
      const application = await findApplication(store, params.id);
      if (!application?.isActive) return notFound();
      const { name, logoUrl, documentUrl } = application;
      // What a document says proves nothing. Its host does, and the consent screen shows both.
      const shown = documentUrl === null ? { name, logoUrl } : { name: new URL(documentUrl).host, logoUrl: null };
      return { status: 200, body: shown };
    },
  }),
];
