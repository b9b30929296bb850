import { usePages } from "../../../use-pages.ts";

export const tokensPath = "/api/admin/initial-access-tokens";

/** The initial access tokens, the newest first. */
export function useTokens() {
  const { pages, ...list } = usePages("initialAccessTokens", { path: tokensPath });
  return { ...list, tokens: pages?.flatMap(({ initialAccessTokens }) => initialAccessTokens) };
}
