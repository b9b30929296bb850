import useSWRInfinite from "swr/infinite";
import { read } from "../../api.ts";
import type { Parsed } from "../../load-schemas.ts";
import { applicationsPath } from "./developer-path.ts";

type Page = Parsed<"clientCalls">;

const pageSize = "10";

function pathOf(applicationId: string, previous: Page | null): string | null {
  if (previous?.nextCursor === null) return null;
  const query = new URLSearchParams({ limit: pageSize });
  if (previous?.nextCursor) query.set("cursor", previous.nextCursor);
  return `${applicationsPath}/${applicationId}/requests?${query}`;
}

/** The failed calls of an application, page by page. Read again each time they are shown. */
export function useFailedCalls(applicationId: string) {
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite<Page, Error>(
    (_, previous: Page | null) => pathOf(applicationId, previous),
    (path: string) => read("clientCalls", path),
    { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false },
  );
  return {
    calls: data?.flatMap(({ requests }) => requests),
    couldUsePkce: data?.[0]?.couldUsePkce ?? false,
    error,
    hasMore: data?.at(-1)?.nextCursor != null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    isReading: isValidating,
    reread: () => void mutate().catch(() => undefined),
  };
}

export type FailedCalls = ReturnType<typeof useFailedCalls>;
