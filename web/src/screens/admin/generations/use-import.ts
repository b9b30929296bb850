import type { ImportProgress, ImportReport } from "@attestory/command-api/api-schema";
import { useEffect, useRef, useState } from "react";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { sendBackup } from "./send-backup.ts";
import { useChangedOver } from "./use-changed-over.ts";

type Run = "checking" | "importing";

export type ImportState =
  | { at: "choosing" }
  | { at: Run; file: File; progress: ImportProgress | null }
  | { at: "checked"; file: File; report: ImportReport }
  /** `last` is how far it was. */
  | { at: "failed"; run: Run; file: File; error: unknown; last: ImportProgress | null };

const choosing: ImportState = { at: "choosing" };

/** The way of a backup: it is chosen, checked, and then imported, which ends the session. */
export function useImport() {
  const { confirm } = useStepUp();
  const changedOver = useChangedOver();
  const [state, setState] = useState(choosing);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useLeaveWarning(state.at === "importing");

  /** Sends the file. Null: it was stopped or refused, and `state` says what follows. */
  const send = async (run: Run, file: File, before: ImportState): Promise<ImportReport | null> => {
    const stop = new AbortController();
    const { signal } = stop;
    stopping.current = stop;
    let last: ImportProgress | null = null;
    const onProgress = (progress: ImportProgress) => {
      last = progress;
      if (!signal.aborted) setState({ at: run, file, progress });
    };
    setState({ at: run, file, progress: null });
    try {
      const dryRun = run === "checking";
      return await confirm(() => sendBackup(file, { dryRun, onProgress, signal }), "replace all data");
    } catch (error) {
      if (signal.aborted || isDeclined(error)) setState(before);
      else setState({ at: "failed", run, file, error, last });
      return null;
    }
  };

  return {
    state,
    chooseAnother: () => setState(choosing),
    async check(file: File): Promise<void> {
      const report = await send("checking", file, choosing);
      if (report) setState({ at: "checked", file, report });
    },
    async replace(checked: Extract<ImportState, { at: "checked" }>): Promise<void> {
      const report = await send("importing", checked.file, checked);
      if (report) changedOver("Database imported", "Sign in again. The data from before is kept.");
    },
    /** Ends what runs. Nothing has changed then, unless the service was changing over. */
    stop: () => stopping.current?.abort(),
  };
}

/** While it is on, the browser asks before the page is left. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isOn]);
}
