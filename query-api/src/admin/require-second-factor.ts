import { type ProblemAnswer, secondFactorRequired } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { Route } from "@attestory/http/routing/route.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import type { NamedUser } from "../handling/query-route.ts";

interface Parts {
  store: Pick<ReadStore, "list">;
  freshness: Pick<Freshness, "readable">;
  requireAdminSecondFactor: boolean;
}

export type RefuseAdmin = (
  user: NamedUser,
  context: RequestContext,
  route: Pick<Route, "access">,
) => Promise<ProblemAnswer | null>;

/** Refuses the admin calls of an admin without a second factor, as the command side does. Whether the user is an admin is checked elsewhere. */
export const requireSecondFactor =
  ({ store, freshness, requireAdminSecondFactor }: Parts): RefuseAdmin =>
  async (user, context, { access }) => {
    if (!requireAdminSecondFactor || access !== "admin" || !user.isAdmin || user.twoFactorEnabled) return null;
    if (!(await freshness.readable(context, [hardwareKeys.name]))) return projectionLag();
    const keys = await store.list(hardwareKeys, { index: "user", value: user.id, direction: "ascending", limit: 1 });
    return keys.length > 0 ? null : secondFactorRequired;
  };
