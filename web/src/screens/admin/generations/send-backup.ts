import type { ImportProgress, ImportReport } from "@attestory/command-api/admin/generation-schema.ts";
import { answerIn, answerOrNull } from "../../../answer.ts";
import { ApiError, Unreachable } from "../../../api-error.ts";
import { sendFile } from "../../../file-calls.ts";
import { loadSchemas, type Schemas } from "../../../load-schemas.ts";

interface Sending {
  /** Only check the file. */
  dryRun: boolean;
  /** Only what was recorded until then. Null: everything. */
  until: Date | null;
  onProgress: (progress: ImportProgress) => void;
  signal: AbortSignal;
}

/** Imports a backup. Throws `ApiError` on a refusal, and `Unreachable` if nothing says how it ended. */
export async function sendBackup(file: Blob, { dryRun, until, onProgress, signal }: Sending): Promise<ImportReport> {
  const schemas = await loadSchemas();
  const query = until === null ? `dryRun=${dryRun}` : `dryRun=${dryRun}&until=${until.toISOString()}`;
  for await (const { name, data } of sendFile(`/api/admin/import?${query}`, { file, signal })) {
    if (name === "done") return answerIn(schemas.importReport, data);
    if (name === "refused") throw refusalIn(schemas, data);
    if (name === "progress") onProgress(answerIn(schemas.importProgress, data));
  }
  throw new Unreachable(new Error("The answer ended before the import"));
}

/** The answer had begun when this became known, so its status is that of a success. */
const refusalIn = (schemas: Schemas, body: string): ApiError =>
  new ApiError({ status: 200, statusText: "", retryAfter: null, body, problem: answerOrNull(schemas.problem, body) });
