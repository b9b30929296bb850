import { useSWRConfig } from "swr";
import useSWRInfinite, { unstable_serialize as keyOfPages, type SWRInfiniteResponse } from "swr/infinite";
import { read, readAnswer } from "./api.ts";
import type { Parsed, SchemaName } from "./load-schemas.ts";

/** The schemas of answers that come page by page. */
type PagedName = {
  [Name in SchemaName]: Parsed<Name> extends { nextCursor: string | null } ? Name : never;
}[SchemaName];

/** What is asked for, page by page. */
type PagedCall = {
  path: string;
  /** Parameters of every page. */
  query?: Readonly<Record<string, string>>;
  /** While something else is asked for, what was shown before stays. */
  keepsPrevious?: boolean;
};

export interface Pages<Page> {
  /** Undefined until the first one has arrived. */
  pages: Page[] | undefined;
  error: Error | undefined;
  hasMore: boolean;
  /** A further page is being read. */
  isLoadingMore: boolean;
  /** Something is being read. */
  isReading: boolean;
  loadMore: () => void;
  /** Reads what is shown again. */
  reread: () => Promise<unknown>;
}

/** Reads a list page by page, and anew each time that it opens. */
export function usePages<Name extends PagedName>(
  name: Name,
  { path, query = {}, keepsPrevious = false }: PagedCall,
): Pages<Parsed<Name>> {
  const list = useSWRInfinite<Parsed<Name>, Error>(
    (_, previous: Parsed<Name> | null) => addressOf({ path, query }, previous?.nextCursor),
    (address: string) => read(name, address),
    { ...options, keepPreviousData: keepsPrevious },
  );
  return pagesOf(list, list.data?.at(-1)?.nextCursor != null);
}

/** The schemas of answers that are a plain list. */
type ListName = { [Name in SchemaName]: Parsed<Name> extends unknown[] ? Name : never }[SchemaName];
/** A page of a plain list. `next`: the address of the page after it, from the header `Link`; null at the end. */
interface LinkedPage<List> {
  list: List;
  next: string | null;
}

/** Like `usePages`, of a plain list whose header `Link` leads to the next page (RFC 8288). */
export function useLinkedPages<Name extends ListName>(name: Name, path: string): Pages<LinkedPage<Parsed<Name>>> {
  const list = useSWRInfinite<LinkedPage<Parsed<Name>>, Error>(
    (_, previous: LinkedPage<Parsed<Name>> | null) => (previous ? previous.next : path),
    async (address: string) => {
      const { answer, headers } = await readAnswer(name, address);
      return { list: answer, next: /^<([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? null };
    },
    options,
  );
  return pagesOf(list, (list.data?.at(-1)?.next ?? null) !== null);
}

const options = { revalidateOnMount: true, revalidateFirstPage: false, persistSize: false };

function pagesOf<Page>(list: SWRInfiniteResponse<Page, Error>, hasMore: boolean): Pages<Page> {
  const { data, error, size, setSize, mutate, isValidating } = list;
  return {
    pages: data,
    error,
    hasMore,
    isLoadingMore: data !== undefined && size > data.length && !error,
    isReading: isValidating,
    loadMore: () => void setSize(size + 1).catch(() => undefined),
    reread: () => mutate().catch(() => undefined),
  };
}

/** Reads a list again that another part of the screen shows. SWR keeps such lists apart, so that no filter of keys finds them. */
export function useRereadPages(): (call: AskedPages) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return async (call) => {
    const first = addressOf(call, undefined);
    const isPage = (key: unknown) => typeof key === "string" && (key === first || key.startsWith(`${first}&`));
    // Known pages would not be read again.
    await mutate(isPage, undefined, { revalidate: false });
    return mutate(keyOfPages(() => first));
  };
}

type AskedPages = Required<Pick<PagedCall, "path" | "query">>;

/** Of the page at the cursor; of the first one if it is undefined. Null after the last page. */
function addressOf({ path, query }: AskedPages, cursor: string | null | undefined) {
  if (cursor === null) return null;
  const parameters = new URLSearchParams(query);
  if (cursor !== undefined) parameters.set("cursor", cursor);
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}
