import type { Activity } from "@attestory/query-api/activity/schema.ts";
import { usePages } from "../../use-pages.ts";

/** The timeline of the account, of one kind or of all. */
export function useActivity(type: Activity["type"] | null) {
  const { pages, ...list } = usePages("activityAnswer", { path: "/api/user/activity", query: type ? { type } : {} });
  return { ...list, entries: pages?.flatMap(({ activity }) => activity) };
}

export type ActivityPages = ReturnType<typeof useActivity>;
