import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { accessList } from "@attestory/projections/read-models/access-list.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { givenConsents, heldApiKeys, heldApplications } from "./access-schema.ts";
import { answerApiKeys, answerApplications, answerConsents } from "./answer-access.ts";
import { accessQuery, listAccess } from "./list-access.ts";

interface AccessServices {
  store: Pick<ReadStore, "list" | "getMany">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

/** What may act for users or as an application, for admins. No answer has a secret. */
export const accessRoutes = ({ store, sealing, freshness, now }: AccessServices) => [
  route({
    method: "get",
    path: "/api/admin/api-keys",
    summary: "The API keys of every user, or of one, newest first; or what is unused, the oldest use first",
    operationId: "listAllApiKeys",
    description: "Returns the API keys of all users, newest first, with their owners and last uses. For admins.",
    access: "admin",
    query: accessQuery,
    answers: { 200: heldApiKeys },
    async handle({ query: asked, context }) {
      if (!(await freshness.readable(context, [accessList.name]))) return projectionLag();
      const { found, nextCursor } = await listAccess(store, { kind: "api-key", asked, now: now() });
      const apiKeys = await answerApiKeys({ store, sealing }, found, now());
      return { status: 200, body: { apiKeys, nextCursor } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/applications",
    summary: "The applications of every user, or of one, newest first; or what is unused, the oldest use first",
    operationId: "listAllApplications",
    description:
      "Returns the applications of all users, newest first, with their owners and last uses. What an application does with a token that it got for itself is not counted as a use. For admins.",
    access: "admin",
    query: accessQuery,
    answers: { 200: heldApplications },
    async handle({ query: asked, context }) {
      if (!(await freshness.readable(context, [accessList.name]))) return projectionLag();
      const { found, nextCursor } = await listAccess(store, { kind: "application", asked, now: now() });
      return { status: 200, body: { applications: await answerApplications(store, found), nextCursor } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/consents",
    summary: "What every user, or one, allows applications, newest first; or what is unused, the oldest use first",
    operationId: "listAllConsents",
    description: "Returns what users allow applications, newest first, with when it was last used. For admins.",
    access: "admin",
    query: accessQuery,
    answers: { 200: givenConsents },
    async handle({ query: asked, context }) {
      if (!(await freshness.readable(context, [accessList.name]))) return projectionLag();
      const { found, nextCursor } = await listAccess(store, { kind: "consent", asked, now: now() });
      return { status: 200, body: { consents: await answerConsents(store, found), nextCursor } };
    },
  }),
];
