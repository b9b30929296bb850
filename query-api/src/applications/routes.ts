import type { Application } from "@attestory/http/routing/application-answer.ts";
import { type ApplicationDocument, applications } from "@attestory/projections/read-models/applications.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { applications as applicationsAnswer, connectedApps } from "../api-schema.ts";
import { route } from "../query-route.ts";
import { connectedAppsOf } from "./connected-apps.ts";

export interface ApplicationParts {
  store: Pick<ReadStore, "list" | "getMany">;
}

/** More than a user may have. */
const limit = 100;

export const applicationRoutes = ({ store }: ApplicationParts) => [
  route({
    method: "get",
    path: "/api/developer/applications",
    summary: "Your applications, oldest first",
    access: "developer",
    answers: { 200: applicationsAnswer },
    async handle({ principal: { userId } }) {
      const listed = await store.list(applications, { index: "owner", value: userId, direction: "ascending", limit });
      return { status: 200, body: { applications: listed.map(({ document }) => answerApplication(document, null)) } };
    },
  }),
  route({
    method: "get",
    path: "/api/user/connected-apps",
    summary: "The applications that may use your account, the last used first",
    access: "user",
    answers: { 200: connectedApps },
    handle: async ({ principal: { userId } }) => ({ status: 200, body: await connectedAppsOf(store, userId) }),
  }),
];

const answerApplication = (application: ApplicationDocument, clientSecret: string | null): Application => ({
  id: application.id,
  name: application.name,
  description: application.description || null,
  logoUrl: application.logoUrl,
  homepageUrl: application.homepageUrl,
  redirectUris: application.redirectUris,
  type: application.kind,
  requirePkce: application.requirePkce,
  clientId: application.id,
  clientSecret,
  isActive: application.isActive,
  createdAt: application.createdAt,
});
