import { activity, kindOf } from "@attestory/projections/read-models/activity.ts";
import { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { answerEntries, type EntryParts } from "./answer-entries.ts";
import { activityAnswer, activityTypes } from "./schema.ts";

interface ActivityServices extends EntryParts {
  freshness: Pick<Freshness, "readable">;
}

const query = page.extend({
  type: z.enum(activityTypes, "This is no kind of activity").optional().describe("Only activity of this kind"),
});

export const activityRoutes = ({ store, sealing, freshness }: ActivityServices) => [
  route({
    method: "get",
    path: "/api/user/activity",
    summary: "What happened to the account, newest first",
    operationId: "listActivity",
    description: "Lists what happened to your account, newest first.",
    access: "user",
    query,
    answers: { 200: activityAnswer },
    async handle({ principal, query: { type, limit, cursor }, context }) {
      if (!(await freshness.readable(context, [activity.name]))) return projectionLag();
      const { userId, sessionId } = principal;
      const part = type ? { index: "kind", value: kindOf({ userId, kind: type }) } : { index: "user", value: userId };
      // One more than is shown, to see whether there is a next page.
      const listing = { ...part, direction: "descending", limit: limit + 1, ...(cursor && { after: cursor }) } as const;
      const listed = await store.list(activity, listing);
      const shown = listed.slice(0, limit);
      const body = {
        activity: await answerEntries({ store, sealing }, shown, sessionId),
        nextCursor: nextCursor(listed, limit),
      };
      return { status: 200, body };
    },
  }),
];
