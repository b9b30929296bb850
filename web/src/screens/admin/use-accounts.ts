import { usePages } from "../../use-pages.ts";

/** What the address says of a list of accounts: `query`, `sort`, `status`, `role`. */
export type AccountQuery = Readonly<Record<string, string>>;

/** The accounts that a search finds. */
export function useAccounts(query: AccountQuery) {
  const { pages, ...list } = usePages("adminUsers", { path: "/api/admin/users", query, keepsPrevious: true });
  return { ...list, users: pages?.flatMap(({ users }) => users), counted: pages?.[0]?.matches ?? null };
}

export type Accounts = ReturnType<typeof useAccounts>;
