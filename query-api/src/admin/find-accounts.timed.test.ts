import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf, type ManyAccounts, openManyAccounts } from "../testing/many-accounts.ts";
import { type AccountSearch, countAccounts, findAccounts } from "./find-accounts.ts";

const many = 100_000;

let opened: ManyAccounts;
beforeAll(async () => {
  opened = await openManyAccounts(Array.from({ length: many }, (_, nth) => accountOf(nth, { isPro: true })));
});
afterAll(() => opened.close());

const searches: Record<string, Omit<AccountSearch, "limit">> = {
  newest: { sort: "newest" },
  oldest: { sort: "oldest" },
  "by email": { sort: "email" },
  "by username": { sort: "username" },
  "by name": { sort: "name" },
  "from the middle": { sort: "email", cursor: { order: "user-5", key: "" } },
  "a search that all match": { sort: "newest", query: "user" },
  "a search that one matches": { sort: "newest", query: "user-77777@" },
  "a search for a domain that all have": { sort: "newest", query: "@example.com" },
  "a filter that none matches": { sort: "newest", role: "pro", status: "inactive" },
  "a search and a filter that none matches": { sort: "newest", query: "user", status: "inactive" },
};

it.each(Object.keys(searches))(
  "HT-08 answers a page of 200 of 100,000 accounts, counted, in under 1 s: %s",
  async (name) => {
    const search: AccountSearch = { sort: "newest", ...searches[name], limit: 200 };
    const since = performance.now();
    const first = await findAccounts(opened.store, search);
    await countAccounts(opened.store, search, first);
    const took = performance.now() - since;
    expect(took).toBeLessThan(1000);
  },
);
