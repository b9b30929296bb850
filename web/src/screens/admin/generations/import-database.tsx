import { Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRead } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../parts/dialog.tsx";
import { useQuestion } from "../use-question.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { generationsPath } from "./generations.tsx";
import { ImportChanges, questionOf } from "./import-changes.tsx";
import { ImportFailure, isFileRefused } from "./import-failure.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { isMoment, MomentField, momentText } from "./moment-field.tsx";
import { type Checked as CheckedState, useImport } from "./use-import.ts";

/** Replaces all data with a backup. */
export function ImportDatabase() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" className="size-4" />
        Import Database
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const work = useImport();
  const { state } = work;
  const isImporting = state.at === "importing";
  return (
    <Dialog
      title="Import Database"
      description={state.at === "choosing" ? "From a .sql file that Export Database made." : state.file.name}
      // An import ends by its own button alone.
      role={isImporting ? "alertdialog" : "dialog"}
      onClose={isImporting ? () => {} : onClose}
    >
      <Step {...work} onClose={onClose} />
    </Dialog>
  );
}

type Work = ReturnType<typeof useImport>;

function Step({ state, check, replace, chooseAnother, goBack, stop, onClose }: Work & { onClose: () => void }) {
  const cancel = <Button onClick={onClose}>Cancel</Button>;
  const another = <Button onClick={chooseAnother}>Choose another file</Button>;
  switch (state.at) {
    case "choosing":
      return <Choosing onChosen={(file) => void check({ file, until: null })} cancel={cancel} />;
    case "checked":
      return (
        <Checked
          checked={state}
          onMoment={(until) => void check({ file: state.file, until }, state)}
          onConfirm={() => void replace(state)}
          cancel={cancel}
          another={another}
        />
      );
    case "failed": {
      const { before } = state;
      return (
        <>
          <DialogBody>
            <ImportFailure failure={state} />
          </DialogBody>
          <DialogFoot>
            {cancel}
            {before ? <Button onClick={() => goBack(before)}>Back</Button> : another}
            {!isFileRefused(state) && (
              <Button look="primary" onClick={() => void check(state, before)}>
                Try again
              </Button>
            )}
          </DialogFoot>
        </>
      );
    }
    default:
      return (
        <>
          <DialogBody>
            <ImportProgress progress={state.progress} fileSize={state.file.size} />
          </DialogBody>
          <DialogFoot>
            <Button disabled={state.progress?.step === "switching"} onClick={stop}>
              {state.at === "importing" ? "Cancel import" : "Cancel"}
            </Button>
          </DialogFoot>
        </>
      );
  }
}

function Choosing({ onChosen, cancel }: { onChosen: (file: File) => void; cancel: ReactNode }) {
  const { data } = useRead("generationList", [generationsPath]);
  return (
    <>
      <DialogBody>
        {data?.changesHere === false ? (
          <p>
            This service runs in several processes, which cannot be given other data from here. Stop them, and restore
            the backup on the command line: docs/distributed.md says how.
          </p>
        ) : (
          <ChooseFile onChosen={onChosen} />
        )}
      </DialogBody>
      <DialogFoot>{cancel}</DialogFoot>
    </>
  );
}

type CheckedProps = {
  checked: CheckedState;
  onMoment: (until: Date | null) => void;
  onConfirm: () => void;
  cancel: ReactNode;
  another: ReactNode;
};

function Checked({ checked: { report, until }, onMoment, onConfirm, cancel, another }: CheckedProps) {
  const [moment, setMoment] = useState<string | null>(momentText(until));
  const isChecked = isMoment(moment, until);
  const ask = useQuestion({
    title: "Replace all data?",
    text: questionOf(report),
    action: "Import and replace",
    busy: false,
    async onConfirm() {
      onConfirm();
      return true;
    },
  });
  return (
    <>
      <DialogBody>
        <ImportChanges report={report} until={until}>
          <MomentField text={moment} onText={setMoment} isChecked={isChecked} onCheck={onMoment} />
        </ImportChanges>
      </DialogBody>
      <DialogFoot lead={another}>
        {cancel}
        <Button look="danger" disabled={!isChecked} onClick={ask}>
          Import and replace
        </Button>
      </DialogFoot>
    </>
  );
}
