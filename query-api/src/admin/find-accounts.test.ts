import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cursorOf, page } from "../handling/paging.ts";
import { accountOf, type ManyAccounts, openManyAccounts } from "../testing/many-accounts.ts";
import { type AccountSearch, countAccounts, findAccounts } from "./find-accounts.ts";

/** More than a call looks at. */
const many = 3000;
/** Every account is Pro. The first ones are inactive, so in the order of the newest they come after all that one call looks at. */
const accounts = Array.from({ length: many }, (_, nth) => accountOf(nth, { isPro: true, isActive: nth >= 5 }));
const alike = accountOf(many, { username: "lovelace", email: "lovelace@example.org", firstName: null, lastName: null });
const all = [...accounts, alike];

let opened: ManyAccounts;
beforeAll(async () => {
  opened = await openManyAccounts(all);
});
afterAll(() => opened.close());

type Searched = Omit<AccountSearch, "cursor" | "limit">;

interface Followed {
  found: UserDocument[];
  pages: number;
  /** The most documents that one page read, and the most accounts that it showed. */
  mostRead: number;
  mostShown: number;
}

/** Asks for the next page, as a client does by the cursor of the answer, until there is none. */
async function followed({ store, read }: ManyAccounts, asked: Searched, limit: number): Promise<Followed> {
  const result: Followed = { found: [], pages: 0, mostRead: 0, mostShown: 0 };
  let cursor: AccountSearch["cursor"];
  do {
    const before = read();
    const { found, next } = await findAccounts(store, { ...asked, limit, cursor });
    result.found.push(...found);
    result.pages++;
    result.mostRead = Math.max(result.mostRead, read() - before);
    result.mostShown = Math.max(result.mostShown, found.length);
    cursor = next ? page.parse({ cursor: cursorOf(next) }).cursor : undefined;
  } while (cursor);
  return result;
}

const ids = (found: readonly UserDocument[]) => found.map(({ id }) => id);
const beginsWith = (prefix: string) => (user: UserDocument) =>
  [user.email, user.username, `${user.firstName} ${user.lastName}`, user.lastName].some((text) =>
    text?.toLowerCase().startsWith(prefix),
  );

describe("a page of accounts", () => {
  it.each(["newest", "oldest", "email", "username", "name"] as const)(
    "HT-08 reads one account more than it shows, by %s",
    async (sort) => {
      const { found, mostRead, mostShown, pages } = await followed(opened, { sort }, 200);
      expect(ids(found).toSorted()).toEqual(ids(all).toSorted());
      expect({ mostRead, mostShown, pages }).toEqual({ mostRead: 201, mostShown: 200, pages: 16 });
    },
  );

  it("HT-08 comes in the asked order", async () => {
    const [newest, oldest] = [
      await followed(opened, { sort: "newest" }, 200),
      await followed(opened, { sort: "oldest" }, 7),
    ];
    expect(ids(newest.found)).toEqual(ids(all.toReversed()));
    expect(ids(oldest.found)).toEqual(ids(all));
    const { found } = await followed(opened, { sort: "email" }, 50);
    expect(found.map(({ email }) => email)).toEqual(all.map(({ email }) => email).toSorted());
  });

  it.each(["user", "user-1", "lovelace", "lovelace 3", "user-2999@example.com", "nobody"])(
    "HT-08 of a search for %s reads a bounded number, and each match comes once",
    async (query) => {
      const { found, mostRead, mostShown } = await followed(opened, { sort: "newest", query }, 200);
      expect(ids(found).toSorted()).toEqual(ids(all.filter(beginsWith(query))).toSorted());
      expect(mostRead).toBeLessThanOrEqual(4 * 2200);
      expect(mostShown).toBeLessThanOrEqual(200);
    },
  );

  it("HT-08 of a filter that nothing matches for long stops, and goes on from there", async () => {
    const asked = { sort: "newest", role: "pro", status: "inactive" } as const;
    const first = await findAccounts(opened.store, { ...asked, limit: 50 });
    expect(first.found).toEqual([]);
    expect(first.next).not.toBe(null);
    const { found, mostRead, pages } = await followed(opened, asked, 50);
    expect(ids(found)).toEqual(ids(accounts.slice(0, 5).toReversed()));
    expect(mostRead).toBe(2000);
    expect(pages).toBe(2);
  });

  it("HT-08 of a search with a filter reads a bounded number, and each match comes once", async () => {
    const inactive = await followed(opened, { sort: "newest", query: "user", status: "inactive" }, 50);
    expect(ids(inactive.found).toSorted()).toEqual(ids(accounts.slice(0, 5)).toSorted());
    expect(inactive.mostRead).toBeLessThanOrEqual(4 * 2000);
    const active = await followed(opened, { sort: "newest", query: "user", status: "active" }, 50);
    expect(ids(active.found).toSorted()).toEqual(ids(accounts.slice(5)).toSorted());
    const admins = await followed(opened, { sort: "newest", query: "user", role: "admin" }, 50);
    expect(admins.found).toEqual([]);
    expect(admins.mostRead).toBeLessThanOrEqual(4 * 2000);
  });

  it("U8 of a search for a domain has its addresses alone, in their order, with or without the sign before it", async () => {
    const found = async (query: string) => ids((await followed(opened, { sort: "newest", query }, 200)).found);
    expect(await found("@example.org")).toEqual([alike.id]);
    expect(await found("Example.ORG")).toEqual([alike.id]);
    const byName = accounts.toSorted((a, b) => ((a.username ?? "") < (b.username ?? "") ? -1 : 1));
    expect(await found("@EXAMPLE.")).toEqual([...ids(byName), alike.id]);
    expect(await found("@lovelace")).toEqual([]);
    // Words without a dot are names: almost everybody's address is of the same few domains.
    expect(await found("example")).toEqual([]);
  });

  it("U8 of a search or a filter says how many there are, up to a thousand, and whether these are all", async () => {
    const counted = async (search: Omit<AccountSearch, "limit">, limit: number) => {
      const first = await findAccounts(opened.store, { ...search, limit });
      const before = opened.read();
      const count = await countAccounts(opened.store, { ...search, limit }, first);
      return [count, opened.read() - before];
    };
    const inactive = { sort: "oldest", status: "inactive" } as const;
    expect(await counted(inactive, 2)).toEqual([{ count: 5, isExact: true }, 5]);
    expect(await counted({ sort: "newest", query: "user-299" }, 50)).toEqual([{ count: 11, isExact: true }, 0]);
    expect(await counted({ sort: "newest", role: "pro" }, 50)).toEqual([{ count: 1000, isExact: false }, 1200]);
    // The inactive ones come after all that a call looks at.
    const hidden = { sort: "newest", role: "pro", status: "inactive" } as const;
    expect(await counted(hidden, 50)).toEqual([{ count: 0, isExact: false }, 2000]);
  });

  it("HT-08 ends where a client can go on, however long the names are", async () => {
    // One letter that is eighteen to a search.
    const longest = "\ufdfa".repeat(100);
    const long = Array.from({ length: 4 }, (_, nth) => accountOf(nth, { firstName: longest, lastName: longest }));
    const few = await openManyAccounts(long);
    expect(ids((await followed(few, { sort: "name" }, 1)).found).toSorted()).toEqual(ids(long).toSorted());
    const searched = await followed(few, { sort: "newest", query: longest }, 1);
    expect(ids(searched.found).toSorted()).toEqual(ids(long).toSorted());
    await few.close();
  });
});
