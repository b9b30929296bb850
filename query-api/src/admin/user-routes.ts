import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { notFound, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { activity } from "@attestory/projections/read-models/activity.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import { invitedAccounts } from "@attestory/projections/read-models/invited-accounts.ts";
import { lastSignIns } from "@attestory/projections/read-models/last-sign-ins.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { protectionModels, protectionOf } from "../account/protection.ts";
import { protection } from "../account/schema.ts";
import { answerEntries } from "../activity/answer-entries.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { cursorOf, nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { answerSessions } from "../sign-in/answer-sessions.ts";
import { listSessions } from "../sign-in/list-sessions.ts";
import { accountFacts } from "./account-facts.ts";
import { answerAdminUser } from "./answer-admin-user.ts";
import { adminUserAnswer, adminUserEvents, adminUserParams, adminUserSessions } from "./schema.ts";

interface UserServices {
  store: Pick<ReadStore, "get" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  /** Of the log. */
  generation: number;
  now: Clock;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
}

/** What admins see of one account. */
export function adminUserRoutes({ store, sealing, freshness, generation, now, invitationsPerDay }: UserServices) {
  /** The account, once these projections are up to date. A decoy is nobody's. */
  const find = async (
    id: string,
    context: RequestContext,
    names: readonly string[],
  ): Promise<UserDocument | { refusal: ProblemAnswer }> => {
    if (!(await freshness.readable(context, names))) return { refusal: projectionLag() };
    const user = await store.get(users, id.toLowerCase());
    return user && !user.decoy ? user : { refusal: notFound() };
  };

  return [
    route({
      method: "get",
      path: "/api/admin/users/{id}",
      summary: "One account, with what it signs in with",
      operationId: "getAccount",
      description: "Returns one account, with its hardware keys and what it signs in with. For admins.",
      access: "admin",
      params: adminUserParams,
      answers: { 200: adminUserAnswer },
      async handle({ params, context }) {
        const found = await find(params.id, context, [hardwareKeys.name, invitedAccounts.name, lastSignIns.name]);
        if ("refusal" in found) return found.refusal;
        const [user] = answerAdminUser(found, await store.get(lastSignIns, found.id));
        if (!user) return notFound();
        const account = await accountFacts({ store, sealing }, found, { invitationsPerDay, now: now() });
        return { status: 200, body: { user, account } };
      },
    }),
    route({
      method: "get",
      path: "/api/admin/users/{id}/protection",
      summary: "What signs in to one account or acts for it, counted",
      operationId: "getAccountProtection",
      description: "Counts what signs in to one account or acts for it. For admins.",
      access: "admin",
      params: adminUserParams,
      answers: { 200: protection },
      async handle({ params, context }) {
        const user = await find(params.id, context, protectionModels);
        if ("refusal" in user) return user.refusal;
        return { status: 200, body: await protectionOf({ store, generation, now }, { user, current: null }) };
      },
    }),
    route({
      method: "get",
      path: "/api/admin/users/{id}/sessions",
      summary: "Where one account is signed in",
      operationId: "listAccountSessions",
      description: "Returns where one account is signed in, the last used session first. For admins.",
      access: "admin",
      params: adminUserParams,
      query: page,
      answers: { 200: adminUserSessions },
      async handle({ params, query, context }) {
        const user = await find(params.id, context, [users.name]);
        if ("refusal" in user) return user.refusal;
        const { sessions, last } = await listSessions({ store, generation, now }, { user, current: null }, query);
        const shown = (await answerSessions(sealing, sessions, null)).map(({ isCurrent: _, ...session }) => session);
        return { status: 200, body: { sessions: shown, nextCursor: last && cursorOf(last) } };
      },
    }),
    route({
      method: "get",
      path: "/api/admin/users/{id}/events",
      summary: "What happened to one account, the newest first",
      operationId: "listAccountEvents",
      description:
        "Returns what happened to one account, the newest first, in the words that its owner reads. For admins.",
      access: "admin",
      params: adminUserParams,
      query: page,
      answers: { 200: adminUserEvents },
      async handle({ params, query: { limit, cursor }, context }) {
        const user = await find(params.id, context, [activity.name]);
        if ("refusal" in user) return user.refusal;
        const part = { index: "user", value: user.id, direction: "descending", limit: limit + 1 } as const;
        const listed = await store.list(activity, { ...part, ...(cursor && { after: cursor }) });
        const shown = listed.slice(0, limit);
        const entries = await answerEntries({ store, sealing }, shown, null);
        const events = entries.map(({ isCurrent: _, canDisown: __, ...entry }, index) => ({
          ...entry,
          event: shown[index]?.document.event ?? "",
        }));
        return { status: 200, body: { events, nextCursor: nextCursor(listed, limit) } };
      },
    }),
  ];
}
