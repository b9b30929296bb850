import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceDurably } from "@attestory/runtime/replace-durably.ts";
import { logFile } from "../log/open-new-log.ts";
import {
  firstRecord,
  type GenerationRecord,
  GenerationsFault,
  generationRecord,
  nextGeneration,
  withActive,
} from "./generation-record.ts";

const fileOf = (dataDir: string) => join(dataDir, "generations.json");

/** Reads `generations.json` in the data folder. @throws GenerationsFault */
export function readGenerations(dataDir: string): GenerationRecord {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return withoutRecord(dataDir);
  try {
    return generationRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new GenerationsFault(`${file} does not say which generation is active`, { cause });
  }
}

/** A folder into which nothing was imported, or a copy of one that lacks the record: a new log must not be begun there. */
function withoutRecord(dataDir: string): GenerationRecord {
  const later = namesIn(dataDir).find((name) => (generationOf(name) ?? 1) > 1);
  if (later !== undefined) {
    throw new GenerationsFault(`${fileOf(dataDir)} is missing, but ${later} is there: restore it from the same copy`);
  }
  return firstRecord;
}

/** The generation that the service runs on. @throws GenerationsFault */
export const activeGeneration = (dataDir: string): number => readGenerations(dataDir).active;

/** Returns the number of a new generation, greater than all that were active and than `above`, and records that it is unfinished. */
export function beginGeneration(dataDir: string, above: number): number {
  const { whole, ...others } = readGenerations(dataDir);
  const generation = nextGeneration(above, others);
  record(dataDir, { ...others, whole: whole.filter(hasLog(dataDir)), unfinished: generation });
  return generation;
}

/** Makes a generation that is whole the active one: at once and durably, or, if it is interrupted, not at all. @throws GenerationsFault */
export function activateGeneration(dataDir: string, generation: number): void {
  record(dataDir, withActive(generation, readGenerations(dataDir)));
}

/** Removes the generation that an import did not finish, if there is one. */
export function removeUnfinished(dataDir: string): void {
  const { unfinished, ...others } = readGenerations(dataDir);
  if (unfinished === null) return;
  for (const name of namesIn(dataDir)) if (generationOf(name) === unfinished) rmSync(join(dataDir, name));
  if (others.highest === 1) rmSync(fileOf(dataDir));
  else record(dataDir, { ...others, unfinished: null });
}

/** Removes a generation that is not the active one. If it is interrupted, the next import removes the rest. */
export function removeGeneration(dataDir: string, generation: number): void {
  removeUnfinished(dataDir);
  const { whole, ...others } = readGenerations(dataDir);
  if (generation === others.active) throw new TypeError("the active generation cannot be removed");
  record(dataDir, { ...others, whole: whole.filter((each) => each !== generation), unfinished: generation });
  removeUnfinished(dataDir);
}

/** How many bytes the files of a generation have. */
export const generationBytes = (dataDir: string, generation: number): number =>
  namesIn(dataDir)
    .filter((name) => generationOf(name) === generation)
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);

const hasLog = (dataDir: string) => (generation: number) => existsSync(join(dataDir, logFile(generation)));

const namesIn = (dataDir: string): string[] => (existsSync(dataDir) ? readdirSync(dataDir) : []);

/** Names of a generation's files: its log, its vault and its read models. */
const generationFile = /^(?:events|vault|read-models)-(\d+)\./;
/** That of the first generation's vault has no number. */
const firstVault = /^vault\.sqlite/;

function generationOf(name: string): number | null {
  const found = generationFile.exec(name);
  if (found) return Number(found[1]);
  return firstVault.test(name) ? 1 : null;
}

const record = (dataDir: string, changed: GenerationRecord): void =>
  replaceDurably(fileOf(dataDir), `${JSON.stringify(changed)}\n`);
