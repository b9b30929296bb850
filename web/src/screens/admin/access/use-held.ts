import useSWRInfinite from "swr/infinite";
import { read } from "../../../api.ts";
import type { Parsed } from "../../../load-schemas.ts";

type ListName = "heldApiKeys" | "heldApplications" | "givenConsents";

/** What the address says of a list: `user`, `unused`. */
export type HeldQuery = Readonly<Record<string, string>>;

export interface Held<Name extends ListName> {
  /** Undefined until the first one has arrived. */
  pages: Parsed<Name>[] | undefined;
  error: Error | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Reads what is shown again. */
  reread: () => Promise<unknown>;
}

/** A list of what may act for users or as an application, page by page. */
export function useHeld<Name extends ListName>(name: Name, path: string, query: HeldQuery): Held<Name> {
  const { data, error, size, setSize, mutate } = useSWRInfinite<Parsed<Name>, Error>(
    (_, previous: Parsed<Name> | null) => pathOf({ path, query, cursor: previous?.nextCursor }),
    (address: string) => read(name, address),
    { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false },
  );
  return {
    pages: data,
    error,
    hasMore: data?.at(-1)?.nextCursor != null,
    isLoadingMore: data !== undefined && size > data.length && !error,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    reread: () => mutate().catch(() => undefined),
  };
}

type PageOf = { path: string; query: HeldQuery; cursor: string | null | undefined };

/** Null after the last page. */
function pathOf({ path, query, cursor }: PageOf): string | null {
  if (cursor === null) return null;
  const parameters = new URLSearchParams(query);
  if (cursor) parameters.set("cursor", cursor);
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}
