import type { ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { Upload } from "@attestory/http/routing/upload.ts";
import type { z } from "zod";
import type { generationActivated, generationList, ImportProgress, ImportReport } from "./generation-schema.ts";

export interface ImportRequest extends Upload {
  /** Check everything, and change nothing. */
  dryRun: boolean;
  /** Restore only what was recorded until then. Null: everything. */
  until: Date | null;
  /** The admin. */
  by: string;
  onProgress(progress: ImportProgress): void;
  /** Aborted when nobody waits for the answer any more: before the switch, that ends the import. */
  signal: AbortSignal;
  readmit: Readmit;
}

/** Asks again whether the admin may do it. Null: they may. */
type Readmit = () => Promise<ProblemAnswer | null>;

export interface Activation {
  generation: number;
  /** The admin. */
  by: string;
  readmit: Readmit;
}

/** What the service runs on, and how it goes over to another generation while it runs. Each call answers once it is done. */
export interface GenerationControl {
  list(): Promise<z.infer<typeof generationList>>;
  import(request: ImportRequest): Promise<ImportReport | ProblemAnswer>;
  activate(request: Activation): Promise<z.infer<typeof generationActivated> | ProblemAnswer>;
}
