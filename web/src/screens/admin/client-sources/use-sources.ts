import { usePages } from "../../../use-pages.ts";

export const sourcesPath = "/api/admin/client-sources";

/** The addresses from which applications may describe themselves, the newest first. */
export function useSources() {
  const { pages, ...list } = usePages("clientSources", { path: sourcesPath });
  return { ...list, sources: pages?.flatMap(({ clientSources }) => clientSources) };
}
