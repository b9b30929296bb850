import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { createChallenge } from "./challenge.ts";

const service = scratchServiceOfFile();

it("are all different, and 122 bits of each are random", () => {
  const now = new Date("2026-03-02T10:00:00.000Z");
  const scope = { ceremony: "sign-in", binding: "one browser" } as const;
  const challenges = Array.from({ length: 200 }, () => createChallenge(service.keyring, scope, now));
  expect(new Set(challenges).size).toBe(200);
  const ids = challenges.map((challenge) => Buffer.from(challenge, "base64url").subarray(0, 16));
  // A random bit is the same in all of 200 once in 2^199 times. Six bits of a UUID say what kind it is.
  const varying = Array.from({ length: 128 }, (_, bit) => {
    const set = ids.filter((id) => ((id[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    return set > 0 && set < ids.length;
  });
  expect(varying.filter(Boolean)).toHaveLength(122);
});
