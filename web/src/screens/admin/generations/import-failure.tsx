import { fieldsOf, sentenceOf, Unreachable } from "../../../api-error.ts";
import { Alert } from "../../../parts/alert.tsx";
import type { ImportState } from "./use-import.ts";

type Failure = Extract<ImportState, { at: "failed" }>;

/** Whether the file itself was refused: sending it again helps nothing. */
export const isFileRefused = ({ error }: Failure): boolean => "sqlContent" in fieldsOf(error);

/** Why the check or the import did not succeed. */
export function ImportFailure({ failure }: { failure: Failure }) {
  return (
    <Alert kind="danger" role="alert" title={titleOf(failure)}>
      <p>{reasonOf(failure)}</p>
    </Alert>
  );
}

function titleOf(failure: Failure): string {
  if (isFileRefused(failure)) return failure.before ? "This cannot be imported" : "This file cannot be imported";
  return failure.run === "checking" ? "Check failed" : "Import failed";
}

function reasonOf({ error, last }: Failure): string {
  if (error instanceof Unreachable && last?.step === "switching") {
    return "The connection was lost while the service changed over. Reload this page: if you have to sign in, the data was replaced.";
  }
  return sentenceOf(error, "Nothing was changed. Try again in a moment.");
}
