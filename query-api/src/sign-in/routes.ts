import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { sealOf } from "@attestory/projections/store/sealed-fields.ts";
import { type Session, sessionEnd, sessions } from "../api-schema.ts";
import { linkToNext, page } from "../paging.ts";
import { route } from "../query-route.ts";
import { listSessions } from "./session-list.ts";
import { signedInWith } from "./signed-in-with.ts";

export interface SignInParts {
  store: Pick<ReadStore, "get" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  now: Clock;
}

const path = "/api/user/sessions";

export const signInRoutes = ({ store, sealing, now }: SignInParts) => [
  route({
    method: "get",
    path,
    summary: "Where the account is signed in",
    access: "user",
    query: page,
    answers: { 200: sessions },
    async handle({ principal, query }) {
      const { sessions: found, last } = await listSessions({ store, now }, principal, query);
      const body = await answersOf(sealing, found, principal.sessionId);
      return { status: 200, body, headers: linkToNext(path, query.limit, last) };
    },
  }),
  route({
    method: "get",
    path: "/api/user/session",
    summary: "When the session that asks ends; asking does not prolong it",
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

async function answersOf(
  sealing: SignInParts["sealing"],
  found: readonly SessionDocument[],
  currentId: string,
): Promise<Session[]> {
  const sealed = found.flatMap(({ id, seal }) => (seal ? [{ id, seal: sealOf(seal) }] : []));
  const opened = await sealing.decryptSealed(sealed.map(({ seal }) => seal));
  const usedFrom = new Map(sealed.map(({ id }, index) => [id, opened[index]]));
  return found.map((session) => {
    const { ip = null, userAgent = null } = usedFrom.get(session.id) ?? {};
    return {
      id: session.id,
      userAgent,
      ipAddress: ip,
      lastAccess: new Date(session.lastSeenAt).toISOString(),
      isCurrent: session.id === currentId,
      createdAt: new Date(session.startedAt).toISOString(),
      device: deviceInWords(userAgent),
      location: locationInWords(ip),
      method: session.method,
      secondFactor: session.secondFactor,
      signedInWith: signedInWith(session),
    };
  });
}
