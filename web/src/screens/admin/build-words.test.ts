import { expect, it } from "vitest";
import { buildsTogether, namesOf, titleOf } from "./build-words.ts";

const build = { readModel: "users", phase: "applying", done: 450, of: 1000, secondsLeft: 10, isServed: true } as const;
const written = { ...build, phase: "writing" } as const;

it("counts the events of the build that is least far", () => {
  const builds = [{ ...build, done: 900, secondsLeft: 3 }, build, { ...written, done: 5, of: 5 }];
  expect(buildsTogether(builds)).toEqual({ share: 0.45, text: "45 %: 450 of 1,000 events applied, about 10 s left." });
});

it("adds up the documents once all events are applied, and never says 100 %", () => {
  const builds = [
    { ...written, done: 1000, secondsLeft: null },
    { ...written, readModel: "sessions", done: 1500, of: 4000, secondsLeft: 61 },
  ];
  expect(buildsTogether(builds).text).toBe("50 %: 2,500 of 5,000 documents written, about 2 min left.");
  const all = builds.map((one) => ({ ...one, done: one.of, secondsLeft: null }));
  expect(buildsTogether(all)).toEqual({ share: 0.99, text: "99 %: 5,000 of 5,000 documents written." });
  expect(buildsTogether([{ ...build, done: 0, of: 0, secondsLeft: null }]).text).toBe("0 %: 0 of 0 events applied.");
});

it("names those that are served meanwhile apart from the others", () => {
  const builds = [build, { ...build, readModel: "activity", isServed: false }, { ...build, readModel: "sessions" }];
  expect([titleOf(builds), titleOf([build])]).toEqual(["3 read models are being built", "A read model is being built"]);
  expect([namesOf(builds, true), namesOf(builds, false)]).toEqual(["users, sessions", "activity"]);
});
