import type { ImportProgress, ImportReport } from "@attestory/command-api/admin/generation-schema.ts";
import { useEffect, useRef, useState } from "react";
import { isDeclined, useStepUp } from "../../../step-up/step-up.tsx";
import { sendBackup } from "./send-backup.ts";
import { useChangedOver } from "./use-changed-over.ts";

type Run = "checking" | "importing";

/** What is to be imported: a backup, or what it has until a moment. */
export interface Chosen {
  file: File;
  until: Date | null;
}

export type ImportState =
  | { at: "choosing" }
  | (Chosen & { at: Run; progress: ImportProgress | null })
  | Checked
  /** `last` is how far it was, and `before` the check that had succeeded before, if any. */
  | (Chosen & { at: "failed"; run: Run; error: unknown; last: ImportProgress | null; before: Checked | null });

export type Checked = Chosen & { at: "checked"; report: ImportReport };

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
  const send = async (run: Run, { file, until }: Chosen, before: Checked | null): Promise<ImportReport | null> => {
    const stop = new AbortController();
    const { signal } = stop;
    stopping.current = stop;
    let last: ImportProgress | null = null;
    const onProgress = (progress: ImportProgress) => {
      last = progress;
      if (!signal.aborted) setState({ at: run, file, until, progress });
    };
    setState({ at: run, file, until, progress: null });
    try {
      const dryRun = run === "checking";
      return await confirm(() => sendBackup(file, { dryRun, until, onProgress, signal }), "replace all data");
    } catch (error) {
      if (signal.aborted || isDeclined(error)) setState(before ?? choosing);
      else setState({ at: "failed", run, file, until, error, last, before });
      return null;
    }
  };

  return {
    state,
    chooseAnother: () => setState(choosing),
    /** Shows again what was checked before. */
    goBack: (checked: Checked) => setState(checked),
    async check({ file, until }: Chosen, before: Checked | null = null): Promise<void> {
      const report = await send("checking", { file, until }, before);
      if (report) setState({ at: "checked", file, until, report });
    },
    async replace(checked: Checked): Promise<void> {
      const report = await send("importing", checked, checked);
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
