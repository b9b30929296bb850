import type { AdminUser } from "@attestory/query-api/api-schema";
import useSWRInfinite from "swr/infinite";
import { read } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";

type Page = Parsed<"adminUsers">;

/** What the address says of a list of accounts: `query`, `sort`, `status`, `role`. */
export type AccountQuery = Readonly<Record<string, string>>;

export interface Accounts {
  /** Undefined until the first page has arrived. */
  users: AdminUser[] | undefined;
  error: Error | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reads what is shown again. */
  reread: () => Promise<unknown>;
}

/** The accounts that a search finds, page by page. */
export function useAccounts(query: AccountQuery): Accounts {
  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (_, previous: Page | null) => pathOf(query, previous),
    (path: string) => read("adminUsers", path),
    { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false, keepPreviousData: true },
  );
  return {
    users: data?.flatMap((page) => page.users),
    error,
    hasMore: data?.at(-1)?.nextCursor != null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    reread: () => mutate().catch(() => undefined),
  };
}

function pathOf(query: AccountQuery, previous: Page | null): string | null {
  if (previous?.nextCursor === null) return null;
  const parameters = new URLSearchParams(query);
  if (previous?.nextCursor) parameters.set("cursor", previous.nextCursor);
  const text = parameters.toString();
  return text ? `/api/admin/users?${text}` : "/api/admin/users";
}
