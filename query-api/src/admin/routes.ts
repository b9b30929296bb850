import type { Clock } from "@attestory/event-store/clock.ts";
import type { Notices } from "@attestory/http/server/create-service.ts";
import { accounts } from "@attestory/projections/read-models/accounts.ts";
import { lastSignIns } from "@attestory/projections/read-models/last-sign-ins.ts";
import { totals } from "@attestory/projections/read-models/totals.ts";
import { usageDays } from "@attestory/projections/read-models/usage-days.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { cursorOf, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { answerAdminUser } from "./answer-admin-user.ts";
import { type AccountSearch, countAccounts, findAccounts } from "./find-accounts.ts";
import { accountRoles, accountSorts, accountStatuses, adminNotices, adminStats, adminUsers } from "./schema.ts";
import { statsAt } from "./stats.ts";

interface AdminServices {
  store: Pick<ReadStore, "get" | "getMany" | "list">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
  notices: Notices;
}

const anyOrder = new Set<string>(["newest", "oldest"]);

const search = z
  .strictObject({
    ...page.shape,
    query: z
      .string()
      .trim()
      .max(254, "Use at most 254 characters")
      .optional()
      .describe(
        "The beginning of a name, an address, a username, or a domain with a dot (example.com); @example.com finds domains alone",
      ),
    sort: z
      .enum(accountSorts, "Use newest, oldest, email, username or name")
      .default("newest")
      .describe("A search comes in the order of what it found"),
    status: z
      .enum(accountStatuses, "Use active, inactive or unverified")
      .optional()
      .describe("Only accounts of this kind"),
    role: z.enum(accountRoles, "Use admin, developer or pro").optional().describe("Only accounts with this role"),
  })
  .refine(({ sort, status, role }) => anyOrder.has(sort) || !(status || role), {
    path: ["sort"],
    error: "With a status or a role, use newest or oldest",
  });

/** The first page of a search or of a filter says how many there are. */
const isCounted = ({ query, status, role, cursor }: AccountSearch): boolean =>
  Boolean(query || status || role) && cursor === undefined;

const ids = (found: readonly UserDocument[]) => found.map(({ id }) => id);

export const adminRoutes = ({ store, freshness, now, notices }: AdminServices) => [
  route({
    method: "get",
    path: "/api/admin/notices",
    summary: "What is wrong with this process or its settings, while it goes on",
    operationId: "listNotices",
    description:
      "What is wrong while the service goes on: what GET /health/ready calls degraded, and settings that do not fit what arrives. On several processes, of the one that answers. For admins.",
    access: "admin",
    answers: { 200: adminNotices },
    async handle() {
      const found = Object.entries(await notices()).map(([part, reason]) => ({ part, reason }));
      return { status: 200, body: { notices: found } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/users",
    summary:
      "The accounts, the newest first; or those that a search finds, by the beginning of a name, an address, its domain or a username",
    operationId: "listAccounts",
    description: "Returns the accounts, the newest first, or those that a search finds. For admins.",
    access: "admin",
    query: search,
    answers: { 200: adminUsers },
    async handle({ query, context }) {
      if (!(await freshness.readable(context, [accounts.name, lastSignIns.name]))) return projectionLag();
      const page = await findAccounts(store, query);
      const { found, next } = page;
      const signIns = await store.getMany(lastSignIns, ids(found));
      const users = found.flatMap((user) => answerAdminUser(user, signIns.get(user.id)));
      const matches = isCounted(query) ? await countAccounts(store, query, page) : null;
      return { status: 200, body: { users, matches, nextCursor: next && cursorOf(next) } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/stats",
    summary: "How many users and applications there are, and how many sign-ins today (UTC)",
    operationId: "getStats",
    description:
      "Returns how many users, users with two-factor and applications there are, and how many sign-ins since 00:00 UTC. For admins.",
    access: "admin",
    answers: { 200: adminStats },
    async handle({ context }) {
      if (!(await freshness.readable(context, [totals.name, usageDays.name]))) return projectionLag();
      return { status: 200, body: { stats: await statsAt(store, now()) } };
    },
  }),
];
