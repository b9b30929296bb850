import {
  type AccountKind,
  accounts,
  isOfKind,
  type SearchedText,
  searchedTexts,
} from "@attestory/projections/read-models/accounts.ts";
import { searchable } from "@attestory/projections/read-models/searchable.ts";
import { everyAccount, type UserDocument } from "@attestory/projections/read-models/users.ts";
import type { Listed, Place, ReadStore } from "@attestory/projections/store/read-store.ts";
import type { Page } from "../handling/paging.ts";
import type { accountRoles, accountSorts, accountStatuses } from "./schema.ts";

type Store = Pick<ReadStore, "list">;
type Found = Listed<UserDocument>;

export interface AccountSearch extends Page {
  query?: string | undefined;
  sort: (typeof accountSorts)[number];
  status?: (typeof accountStatuses)[number] | undefined;
  role?: (typeof accountRoles)[number] | undefined;
}

/** `next`: where the next page starts; null at the end. */
export interface FoundAccounts {
  found: UserDocument[];
  next: Place | null;
}

/** A call reads at most this many places of each index that it needs, whatever it is asked for. */
const mostRead = 2000;
const atOnce = 200;

/** A part of the accounts, in order; not yet filtered. */
interface Part {
  rows: Found[];
  /** Where the next part starts; null at the end. */
  next: Place | null;
}
type Source = (after: Place | undefined, limit: number) => Promise<Part>;

/**
 * Lists accounts, or searches them by the beginning of an address, its domain, a username, a name or a last name; matches come in their
 * alphabetical order. A page may have fewer accounts than `limit`, or none, and yet a next one.
 */
export async function findAccounts(store: Store, search: AccountSearch): Promise<FoundAccounts> {
  const { query = "", status, role, limit, cursor } = search;
  const source = query === "" ? inOrder(store, search) : matching(store, wantedBy(query));
  const accepts = acceptsOf(search);
  const found: Found[] = [];
  const size = status || role ? atOnce : limit + 1;
  let after = cursor;
  for (let read = 0; read < mostRead; read += size) {
    const { rows, next } = await source(after, size);
    found.push(...rows.filter(accepts));
    if (found.length > limit) return { found: documents(found.slice(0, limit)), next: found[limit - 1] ?? null };
    if (next === null) return { found: documents(found), next: null };
    after = next;
  }
  return { found: documents(found), next: after ?? null };
}

const documents = (found: readonly Found[]) => found.map(({ document }) => document);

const acceptsOf =
  ({ status, role }: AccountSearch) =>
  ({ document }: Found): boolean =>
    hasStatus(document, status) && (role === undefined || isOfKind(document, role));

const hasStatus = (user: UserDocument, status: AccountSearch["status"]): boolean =>
  status === undefined || (status === "active" ? user.isActive : isOfKind(user, status));

/** Reads the narrowest index that has the order. */
function inOrder(store: Store, { sort, status, role }: AccountSearch): Source {
  const kind: AccountKind | undefined = role ?? (status === "active" ? undefined : status);
  const isByTime = sort === "newest" || sort === "oldest";
  const index = isByTime ? (kind ?? "registered") : sort;
  const direction = sort === "newest" ? "descending" : "ascending";
  return async (after, limit) => {
    const rows = await store.list(accounts, { index, value: everyAccount, direction, limit, ...(after && { after }) });
    return { rows, next: rows.length < limit ? null : (rows.at(-1) ?? null) };
  };
}

/** How many accounts a search or a filter finds. `isExact`: false if there may be more. */
export interface AccountCount {
  count: number;
  isExact: boolean;
}

/** Counting goes no further than this, nor than what a call may read. */
const mostCounted = 1000;

/** Counts what a search or a filter finds, given its first page. */
export async function countAccounts(store: Store, search: AccountSearch, first: FoundAccounts): Promise<AccountCount> {
  const whole = first.next === null;
  const { found, next } = whole ? first : await findAccounts(store, { ...search, limit: mostCounted });
  return { count: found.length, isExact: next === null };
}

interface Wanted {
  texts: readonly SearchedText[];
  prefix: string;
}

const texts = Object.keys(searchedTexts) as SearchedText[];

/** "@example.com" is sought among the domains alone. Words without a dot are not: each beginning of "gmail" would find most users. */
function wantedBy(query: string): Wanted {
  const prefix = searchable(query);
  if (prefix.startsWith("@")) return { texts: ["domain"], prefix: prefix.slice(1) };
  return { texts: prefix.includes(".") ? texts : texts.filter((text) => text !== "domain"), prefix };
}

/** The matches of all texts in one order. An account that matches by several texts comes once, at the first of them. */
function matching(store: Store, { texts, prefix }: Wanted): Source {
  const firstMatch = firstMatchOf({ texts, prefix });
  return async (from, limit) => {
    const after = from ?? { order: prefix, key: "" };
    const part = { value: everyAccount, direction: "ascending", limit, after } as const;
    const lists = await Promise.all(texts.map((index) => store.list(accounts, { index, ...part })));
    const matches = lists.flat().filter(({ order }) => order.startsWith(prefix));
    const places = new Map(matches.map((match) => [`${match.order} ${match.key}`, match]));
    // Each index gave its first ones, so the first of all are complete.
    const read = [...places.values()].sort(byPlace).slice(0, limit);
    const rows = read.filter(({ order, document }) => order === firstMatch(document));
    return { rows, next: read.length < limit ? null : (read.at(-1) ?? null) };
  };
}

/** The first of the account's texts that begin with the prefix; null if none does. */
const firstMatchOf =
  ({ texts, prefix }: Wanted) =>
  (user: UserDocument): string | null => {
    const found = texts
      .map((text) => searchable(searchedTexts[text](user) ?? ""))
      .filter((text) => text.startsWith(prefix));
    return found.sort(byBytes)[0] ?? null;
  };

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byPlace = (a: Place, b: Place): number => byBytes(a.order, b.order) || byBytes(a.key, b.key);
