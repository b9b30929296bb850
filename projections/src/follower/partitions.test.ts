import { randomUUID } from "node:crypto";
import { parseEvent } from "@attestory/events/catalogue.ts";
import { readSample, sampleNames } from "@attestory/events/testing/stored-samples.ts";
import { expect, it } from "vitest";
import { allProjections } from "../read-models/all-projections.ts";
import { partitionOf, partsHeld } from "./partitions.ts";
import { dealtTo } from "./sharing.ts";

it("finds the partition of a key that every release finds", () => {
  expect(["", "a", "users", "00000000-0000-4000-8000-000000000001", "é"].map((key) => partitionOf(key, 4))).toEqual([
    1, 0, 3, 2, 0,
  ]);
});

it("spreads ids evenly", () => {
  const ids = Array.from({ length: 4000 }, () => randomUUID());
  const parts = Map.groupBy(ids, (id) => partitionOf(id, 4));
  expect([...parts.keys()].toSorted()).toEqual([0, 1, 2, 3]);
  for (const part of parts.values()) expect(part.length).toBeGreaterThan(800);
});

it("deals every partition to one of the processes, as evenly as can be", () => {
  const holders = ["a", "b", "c", "d", "e"];
  const dealt = (count: number) => holders.slice(0, count).map((one) => dealtTo(one, holders.slice(0, count), 4));
  expect(dealt(1)).toEqual([[0, 1, 2, 3]]);
  expect(dealt(2)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(dealt(3)).toEqual([[0, 3], [1], [2]]);
  expect(dealt(5)).toEqual([[0], [1], [2], [3], []]);
  expect(dealtTo("stranger", holders, 4)).toEqual([]);
});

it("gives each document to one part, which can be found before personal fields are decrypted", () => {
  let keys = 0;
  for (const { event, opened } of sampleNames.map(readSample)) {
    const [sealed, clear] = [parseEvent(event), parseEvent(event, opened)];
    for (const projection of allProjections.filter(({ takes }) => takes.includes(sealed.type))) {
      const parts = [[0, 2], [1], [3]].map((each) => partsHeld([projection], new Map([[projection.name, each]]), 4)[0]);
      const found = parts.flatMap((part) => part?.keys(sealed) ?? []);
      expect(found.toSorted()).toEqual(projection.keys(clear).toSorted());
      keys += found.length;
    }
  }
  expect(keys).toBeGreaterThan(100);
});
