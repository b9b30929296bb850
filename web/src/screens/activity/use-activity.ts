import type { Activity } from "@attestory/query-api/api-schema";
import useSWRInfinite from "swr/infinite";
import { read } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";

type Page = Parsed<"activityAnswer">;

/** The path of a page: the first one, or the one after `previous`. Null at the end. */
function pathOf(type: Activity["type"] | null, previous: Page | null): string | null {
  const query = new URLSearchParams();
  if (type !== null) query.set("type", type);
  if (previous) {
    if (previous.nextCursor === null) return null;
    query.set("cursor", previous.nextCursor);
  }
  const text = query.toString();
  return text ? `/api/user/activity?${text}` : "/api/user/activity";
}

export interface ActivityPages {
  /** Undefined until the first page has arrived. */
  entries: Activity[] | undefined;
  error: Error | undefined;
  hasMore: boolean;
  /** A further page is being read. */
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** The timeline of the account, of one kind or of all, page by page. Read again each time it opens. */
export function useActivity(type: Activity["type"] | null): ActivityPages {
  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (_, previous: Page | null) => pathOf(type, previous),
    (path: string) => read("activityAnswer", path),
    { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false },
  );
  return {
    entries: data?.flatMap((page) => page.activity),
    error,
    hasMore: data?.at(-1)?.nextCursor != null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    retry: () => void mutate().catch(() => undefined),
  };
}
