import { usePages } from "../../../use-pages.ts";

/** The accounts that are to be deleted, the soonest due first, or those that were erased, the newest first. */
export function useErasures(state: "requested" | "erased") {
  const { pages, ...list } = usePages("erasures", { path: "/api/admin/erasures", query: { state } });
  return { list, items: pages?.flatMap(({ erasures }) => erasures) };
}
