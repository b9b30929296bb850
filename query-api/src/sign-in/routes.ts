import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { linkToNext, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { answerSessions } from "./answer-sessions.ts";
import { listSessions } from "./list-sessions.ts";
import { sessionEnd, sessions } from "./schema.ts";

interface SignInServices {
  store: Pick<ReadStore, "get" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  /** Of the log. */
  generation: number;
  now: Clock;
}

const path = "/api/user/sessions";

export const signInRoutes = ({ store, sealing, generation, now }: SignInServices) => [
  route({
    method: "get",
    path,
    summary: "Where the account is signed in",
    operationId: "listSessions",
    description:
      "Every active session: id, device, userAgent, ipAddress, location, createdAt, lastAccess, isCurrent, method, secondFactor, signedInWith.",
    access: "user",
    query: page,
    answers: { 200: sessions },
    async handle({ principal, query }) {
      const { sessions: found, last } = await listSessions(
        { store, generation, now },
        { user: principal.user, current: principal.session },
        query,
      );
      const body = await answerSessions(sealing, found, principal.sessionId);
      return { status: 200, body, headers: linkToNext(path, query.limit, last) };
    },
  }),
  route({
    method: "get",
    path: "/api/user/session",
    summary: "When the session that asks ends; asking does not prolong it",
    operationId: "getSessionEnd",
    description:
      "When this session ends: idleEndsAt if it is not used before, endsAt at the latest. Asking does not prolong it.",
    access: "user",
    countsAsUse: false,
    answers: { 200: sessionEnd },
    handle: async ({ principal: { session } }) => ({ status: 200, body: endOf(session, now()) }),
  }),
];

const endOf = ({ startedAt, lastSeenAt, idleSeconds, absoluteSeconds }: SessionDocument, now: Date) => ({
  now: now.toISOString(),
  idleEndsAt: new Date(lastSeenAt + idleSeconds * 1000).toISOString(),
  endsAt: new Date(startedAt + absoluteSeconds * 1000).toISOString(),
});
