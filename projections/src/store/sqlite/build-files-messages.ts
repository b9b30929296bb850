import type { Checkpoint } from "../read-store.ts";
import type { NewBuildFile } from "./build-in-progress.ts";
import type { BuildRows, StoredDocument } from "./build-rows.ts";

/** What the thread that writes the files of unfinished builds is asked. */
export type FileRequest =
  | { kind: "create"; file: NewBuildFile }
  | { kind: "load"; keys: readonly string[] }
  | { kind: "write"; rows: BuildRows }
  | { kind: "finish"; checkpoint: Checkpoint }
  | { kind: "close" }
  /** Of no file. */
  | { kind: "give way" };

export interface NumberedRequest {
  /** Numbers count up. */
  number: number;
  /** Which file. */
  of: number;
  request: FileRequest;
}

export type FileAnswer = StoredDocument[] | undefined;

/** An error without its class, which cannot be passed to another thread. */
export interface PassedError {
  name: string;
  message: string;
  stack: string | undefined;
  /** As SQLite's and the system's errors have it. */
  code?: unknown;
  errcode?: unknown;
  cause?: PassedError;
}

export type NumberedAnswer = { number: number } & ({ answer: FileAnswer } | { failed: PassedError });
