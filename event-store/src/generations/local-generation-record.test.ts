import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { GenerationsFault } from "./generation-record.ts";
import {
  activateGeneration,
  activeGeneration,
  beginGeneration,
  readGenerations,
  removeGeneration,
  removeUnfinished,
} from "./local-generation-record.ts";

const dataDir = temporaryFolder();

it("removes only what an interrupted import left, uses no number twice, and begins no new log where the record is lost", () => {
  const put = (name: string) => writeFileSync(join(dataDir, name), "");
  for (const name of ["events-1.sqlite", "vault.sqlite", "read-models-1.sqlite"]) put(name);
  expect(beginGeneration(dataDir, 4)).toBe(5);
  for (const name of ["events-5.sqlite", "vault-5.sqlite-wal"]) put(name);
  expect(activeGeneration(dataDir)).toBe(1);
  removeUnfinished(dataDir);
  expect(readdirSync(dataDir).toSorted()).toEqual(["events-1.sqlite", "read-models-1.sqlite", "vault.sqlite"]);

  const generation = beginGeneration(dataDir, 1);
  put(`events-${generation}.sqlite`);
  activateGeneration(dataDir, generation);
  removeUnfinished(dataDir);
  expect(readGenerations(dataDir)).toEqual({ active: 2, whole: [1, 2], highest: 2, unfinished: null });
  activateGeneration(dataDir, 1);
  removeGeneration(dataDir, 2);
  expect(beginGeneration(dataDir, 1)).toBe(3);
  put("events-3.sqlite");
  renameSync(join(dataDir, "generations.json"), join(dataDir, "lost.json"));
  expect(() => activeGeneration(dataDir)).toThrow(GenerationsFault);
  writeFileSync(join(dataDir, "generations.json"), "{");
  expect(() => activeGeneration(dataDir)).toThrow(GenerationsFault);
});
