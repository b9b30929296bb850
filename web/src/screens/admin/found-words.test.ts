import { expect, it } from "vitest";
import { foundWords, knownMatches, nobodyWords } from "./found-words.ts";
import type { AccountQuery } from "./use-accounts.ts";

const exactly = (count: number) => ({ count, isExact: true });

it.each([
  ["Everybody, the newest first", {}, null],
  ["Everybody, by name", { sort: "name" }, null],
  ["5 users, the oldest first", { status: "inactive", sort: "oldest" }, exactly(5)],
  // A search has one order, whatever the address says.
  ["1 user, in alphabetical order", { query: "fern", sort: "oldest" }, exactly(1)],
  ["At least 1,000 users, in alphabetical order", { query: "f" }, { count: 1000, isExact: false }],
  ["Nobody found so far", { query: "f", role: "pro" }, { count: 0, isExact: false }],
])("U8 says %j of a list of users", (words, asked, matches) => {
  expect(foundWords(asked, matches)).toBe(words);
});

it.each([
  ["No users yet", {}],
  ["No user has this status", { status: "inactive" }],
  ["No user has this status and this role", { status: "inactive", role: "pro" }],
  ["Nobody found", { query: "fern" }],
])("U8 says %j where there are none, and speaks of a search only where there is one", (title, asked: AccountQuery) => {
  const words = nobodyWords(asked);
  expect(words.title).toBe(title);
  expect(words.text.includes("search")).toBe(asked.query !== undefined);
});

it("U8 counts what was read where that is more than was counted, or all", () => {
  const least = { count: 3, isExact: false };
  expect(knownMatches(least, { shown: 2, hasMore: true })).toEqual(least);
  expect(knownMatches(least, { shown: 60, hasMore: true })).toEqual({ count: 60, isExact: false });
  expect(knownMatches(least, { shown: 61, hasMore: false })).toEqual(exactly(61));
  expect(knownMatches(null, { shown: 61, hasMore: false })).toBeNull();
});
