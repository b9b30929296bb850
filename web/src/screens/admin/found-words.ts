import type { AdminUsers } from "@attestory/query-api/admin/schema.ts";
import type { AccountQuery } from "./use-accounts.ts";

type Matches = AdminUsers["matches"];

const orders: Readonly<Record<string, string>> = {
  newest: "the newest first",
  oldest: "the oldest first",
  name: "by name",
};

/** What is known of the count of the first page, once `shown` of them were read. */
export function knownMatches(counted: Matches, { shown, hasMore }: { shown: number; hasMore: boolean }): Matches {
  if (!counted) return null;
  return hasMore ? { ...counted, count: Math.max(counted.count, shown) } : { count: shown, isExact: true };
}

/** How many users a list has, and in which order. */
export function foundWords({ query, sort = "newest" }: AccountQuery, matches: Matches): string {
  const order = query ? "in alphabetical order" : (orders[sort] ?? `by ${sort}`);
  if (!matches) return query ? `Matches ${order}` : `Everybody, ${order}`;
  if (matches.count === 0) return "Nobody found so far";
  const least = matches.isExact ? "" : "At least ";
  const users = matches.count === 1 ? "user" : "users";
  return `${least}${matches.count.toLocaleString("en")} ${users}, ${order}`;
}

/** Instead of a list without users. */
export function nobodyWords({ query, status, role }: AccountQuery): { title: string; text: string } {
  const chosen = [status && "status", role && "role"].filter(Boolean).join(" and this ");
  if (query) {
    const among = chosen ? ` Only users with this ${chosen} are searched.` : "";
    return {
      title: "Nobody found",
      text: `A search finds the beginning of a name, an email address or a username, and everybody of @example.com.${among}`,
    };
  }
  return chosen
    ? { title: `No user has this ${chosen}`, text: "Choose another one above." }
    : { title: "No users yet", text: "People appear here once they register." };
}
