import { expect, it } from "vitest";
import { leavesAt, publishedAfterSeconds } from "./signing-key-validity.ts";

const replacedAt = new Date("2026-01-05T09:30:00Z");
const afterReplaced = (seconds: number) => new Date(replacedAt.getTime() + seconds * 1000);

it("RS-11 says when a key leaves the JWKS, also one that was withdrawn before or after that", () => {
  const leaves = afterReplaced(publishedAfterSeconds);
  const [before, after] = [afterReplaced(60), afterReplaced(86_400)];
  expect(leavesAt({ replacedAt: null, withdrawnAt: null })).toBeNull();
  expect(leavesAt({ replacedAt, withdrawnAt: null })).toEqual(leaves);
  expect(leavesAt({ replacedAt, withdrawnAt: before })).toEqual(before);
  expect(leavesAt({ replacedAt, withdrawnAt: after })).toEqual(leaves);
});
