import type { Invitation } from "@attestory/query-api/api-schema";
import useSWRInfinite from "swr/infinite";
import { read } from "../../../api.ts";
import type { Parsed } from "../../../load-schemas.ts";

export const invitationsPath = "/api/admin/invitations";

type Page = Parsed<"invitations">;

export interface InvitationList {
  /** Undefined until the first page has arrived. */
  invitations: Invitation[] | undefined;
  error: Error | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reads what is shown again. */
  reread: () => Promise<unknown>;
}

/** The invitations, the newest first, page by page. */
export function useInvitations(): InvitationList {
  const { data, error, size, setSize, mutate } = useSWRInfinite<Page, Error>(
    (_, previous: Page | null) => pathAfter(previous),
    (path: string) => read("invitations", path),
    { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false },
  );
  return {
    invitations: data?.flatMap((page) => page.invitations),
    error,
    hasMore: data?.at(-1)?.nextCursor != null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    reread: () => mutate().catch(() => undefined),
  };
}

function pathAfter(previous: Page | null): string | null {
  if (previous === null) return invitationsPath;
  return previous.nextCursor && `${invitationsPath}?cursor=${encodeURIComponent(previous.nextCursor)}`;
}
