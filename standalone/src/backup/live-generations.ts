import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Activation, GenerationControl, ImportRequest } from "@attestory/command-api/admin/generation-control.ts";
import { alreadyActive, changeRunning, noSuchGeneration } from "@attestory/command-api/admin/generation-refusals.ts";
import type { ImportReport } from "@attestory/command-api/admin/generation-schema.ts";
import { chooseKept } from "@attestory/command-api/backup/go-back.ts";
import type { Imported } from "@attestory/command-api/backup/import-backup.ts";
import type { Clock } from "@attestory/event-store/clock.ts";
import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { localGenerations } from "@attestory/event-store/generations/local-generations.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import { UploadFault } from "@attestory/http/parsing/uploaded-text.ts";
import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import { refusedUpload } from "@attestory/http/routing/upload.ts";
import type { ProjectionLog } from "@attestory/projections/follower/projection-status.ts";
import { buildReadModels } from "./build-read-models.ts";
import { eraseSince } from "./erase-since.ts";
import { DiskFull, importInThread } from "./import-in-thread.ts";
import { receiveFile } from "./receive-file.ts";

export interface LiveGenerationsParts {
  dataDir: string;
  /** How many documents a build of read models keeps in memory. */
  buildDocuments: number;
  masterKeys: GivenMasterKeys;
  now: Clock;
  log: ProjectionLog;
  /** The log that the service runs on at this moment. */
  running(): Pick<EventLog, "generation" | "head">;
  /**
   * Ends what runs on this generation, carries out `between`, and runs the service on the other one. If that fails, it throws, and the
   * service runs on the former one again.
   */
  switchTo(generation: number, between: () => Promise<void>): Promise<void>;
}

type Outcome<Done> = Done | ProblemAnswer;

const diskFull = problem(503, "disk_full", "The disk of the service is full. Nothing was changed.");

const never = new AbortController().signal;

/** Restores backups, and goes back to kept generations, while the service runs on the folder. One at a time. */
export class LiveGenerations implements GenerationControl {
  readonly #parts: LiveGenerationsParts;
  readonly #generations: Generations;
  /** The file of an import while it lasts. */
  readonly #file: string;
  #busy = false;

  constructor(parts: LiveGenerationsParts) {
    this.#parts = parts;
    this.#file = join(parts.dataDir, "import.unfinished");
    this.#generations = localGenerations({ dataDir: parts.dataDir, masterKeys: parts.masterKeys, onFault });
  }

  /** Removes what an import left whose process was killed. */
  async clean(): Promise<void> {
    await this.#generations.removeUnfinished();
    rmSync(this.#file, { force: true });
  }

  async list(): ReturnType<GenerationControl["list"]> {
    const { whole, active } = await this.#generations.read();
    const generations = whole.toSorted((one, other) => other - one).map((each) => this.#described(each, active));
    return { changesHere: true, generations: await Promise.all(generations) };
  }

  import(request: ImportRequest): Promise<Outcome<ImportReport>> {
    return this.#alone(async () => {
      try {
        const onBytes = (done: number) => request.onProgress({ step: "receiving", done, of: null });
        await receiveFile(this.#file, request.bytes, { onBytes, signal: request.signal });
        return await this.#restore(request);
      } catch (error) {
        if (error instanceof UploadFault) return refusedUpload(error);
        if (isFull(error)) return diskFull;
        throw error;
      } finally {
        await this.clean();
      }
    });
  }

  activate({ generation, by, readmit }: Activation): ReturnType<GenerationControl["activate"]> {
    return this.#alone(async () => {
      const { whole, active } = await this.#generations.read();
      if (generation === active) return alreadyActive;
      if (!whole.includes(generation)) return noSuchGeneration;
      await this.#build(generation, { onProgress() {}, signal: never });
      const refusal = await readmit();
      if (refusal) return refusal;
      const { running, now } = this.#parts;
      const preparedAt = await running().head();
      const erased = await chooseKept({ generations: this.#generations, generation, now: now(), by });
      await this.#switch(generation, preparedAt);
      return { generation, erased };
    });
  }

  async #restore(request: ImportRequest): Promise<Outcome<ImportReport>> {
    const { dataDir, masterKeys, now } = this.#parts;
    const { by, dryRun, until, signal, onProgress } = request;
    const preparedAt = await this.#parts.running().head();
    const imported = await importInThread(
      { file: this.#file, dataDir, masterKeys, now: now(), by, until: until ?? undefined, dryRun },
      { onProgress: (done, of) => onProgress({ step: "checking", done, of }), signal },
    );
    if ("reason" in imported) return refusedUpload(new Error(imported.reason));
    if (dryRun) return reportOf(imported, dryRun);
    await this.#build(imported.generation, request);
    // It took long: the admin may have been signed out meanwhile, or may have lost the role.
    const refusal = await request.readmit();
    if (refusal) return refusal;
    onProgress({ step: "switching", done: 0, of: null });
    await this.#switch(imported.generation, preparedAt);
    return reportOf(imported, dryRun);
  }

  async #build(generation: number, { onProgress, signal }: Pick<ImportRequest, "onProgress" | "signal">) {
    const { dataDir, masterKeys, log, buildDocuments } = this.#parts;
    const newLog = await openEventLog({ dataDir, generation, writes: false, onFault });
    const head = await newLog.head().finally(() => newLog.close());
    const told = (position: number) => onProgress({ step: "building", done: position, of: Number(head) });
    const where = { dataDir, generation, masterKeys, buildDocuments };
    await buildReadModels({ ...where, log, head, onProgress: told, signal });
  }

  #switch(generation: number, preparedAt: bigint): Promise<void> {
    const { dataDir, masterKeys, now, running, switchTo } = this.#parts;
    const from = running().generation;
    const erasing = { dataDir, masterKeys, from, after: preparedAt, generation, now: now(), onFault };
    return switchTo(generation, () => eraseSince(erasing));
  }

  async #described(generation: number, active: number) {
    const { dataDir } = this.#parts;
    const log = await openEventLog({ dataDir, generation, writes: false, onFault });
    const newest = await log.newest().finally(() => log.close());
    const newestEventAt = newest?.recordedAt.toISOString() ?? null;
    return {
      generation,
      isActive: generation === active,
      bytes: await this.#generations.bytes(generation),
      newestEventAt,
    };
  }

  async #alone<Done>(act: () => Promise<Outcome<Done>>): Promise<Outcome<Done>> {
    if (this.#busy) return changeRunning;
    this.#busy = true;
    try {
      return await act();
    } finally {
      this.#busy = false;
    }
  }
}

/** Of a thread of a generation that is not in use. Whoever waits for an answer of it gets the error, and the service goes on. */
const onFault = () => {};

const isFull = (error: unknown): boolean =>
  error instanceof DiskFull || (error instanceof Error && "code" in error && error.code === "ENOSPC");

const reportOf = (imported: Imported, dryRun: boolean): ImportReport => {
  const { manifest, generation, events, newest, lost, stillErased } = imported;
  return {
    dryRun,
    generation,
    takenAt: manifest.takenAt,
    newestEventAt: newest && new Date(newest.recordedAt).toISOString(),
    events,
    lost: lost
      ? { ...lost, since: lost.since?.toISOString() ?? null }
      : { since: null, events: 0, accounts: 0, applications: 0, consents: 0 },
    stillErased: stillErased.length,
  };
};
