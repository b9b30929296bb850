import { applications } from "@attestory/projections/read-models/applications.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { linkToNext, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { answerApplication } from "./answer-application.ts";
import { listConnectedApps } from "./connected-apps.ts";
import { createSecretReveals, type RevealServices } from "./reveal-secrets.ts";
import { applications as applicationsAnswer, connectedApps } from "./schema.ts";

interface ApplicationServices extends RevealServices {
  store: Pick<ReadStore, "list" | "getMany">;
}

const connectedPath = "/api/user/connected-apps";

/** More than a user may have. Of those that describe themselves, the newest. */
const limit = 100;

export function applicationRoutes(services: ApplicationServices) {
  const { store, clientSecretDisplay } = services;
  const revealSecrets = createSecretReveals(services);
  return [
    route({
      method: "get",
      path: "/api/developer/applications",
      summary: "Your applications, oldest first; with their secrets only shortly after an authentication",
      operationId: "listApplications",
      description:
        "Your applications, oldest first; after them, the newest 100 that describe themselves by a metadata document. clientSecret is null unless you signed in or confirmed that it is you a short time ago. Each time that secrets are shown is recorded.",
      access: "developer",
      answers: { 200: applicationsAnswer },
      async handle({ principal, context }) {
        const { userId } = principal;
        const [own, described] = await Promise.all([
          store.list(applications, { index: "owner", value: userId, direction: "ascending", limit }),
          store.list(applications, { index: "describedOf", value: userId, direction: "descending", limit }),
        ]);
        const documents = [...own, ...described.reverse()].map(({ document }) => document);
        const secrets = await revealSecrets(documents, principal, context);
        const shown = documents.map((document) => answerApplication(document, secrets.get(document.id) ?? null));
        return { status: 200, body: { applications: shown, clientSecretDisplay } };
      },
    }),
    route({
      method: "get",
      path: connectedPath,
      summary: "The applications that may use your account, the last used first",
      operationId: "listConnectedApplications",
      description:
        "The applications that may use the account, the last used first: id, name, logoUrl, homepageUrl, clientHost, scopes, apis, trusted, status, grantedAt, lastAccess. Trusted ones are listed once they signed you in. ended: the account was secured, and the application must ask again.",
      access: "user",
      query: page,
      answers: { 200: connectedApps },
      async handle({ principal: { user }, query }) {
        const { apps, last } = await listConnectedApps(store, user, query);
        return { status: 200, body: apps, headers: linkToNext(connectedPath, query.limit, last) };
      },
    }),
  ];
}
