import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { sentenceOf } from "../../api-error.ts";
import { readFile } from "../../file-calls.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { saveFile } from "../../save-file.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { megabytes } from "./megabytes.ts";

/** Downloads a backup of everything. */
export function ExportDatabase() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-4" />
        Export Database
      </Button>
      {open && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { bytes, busy, failure, start, stop } = useExport(onClose);
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog title="Export Database" description="A backup of everything, while the service goes on." onClose={close}>
      <DialogBody>
        <div className="grid gap-3">
          <p>
            The file has every event up to now, and the keys of everybody's data. The keys open only with the master
            key, which is not in it: keep that in another place.
          </p>
          <p className="text-muted">
            Restore it with Import Database, or with <code className="font-mono text-sm">npx attestory import</code> on
            the command line.
          </p>
          {failure && (
            <Alert kind="danger" role="alert" title="Export failed">
              {failure}
            </Alert>
          )}
          {busy && (
            <p role="status" className="tabular-nums">
              {bytes === 0 ? "Preparing the file..." : `${megabytes(bytes)} MB so far`}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" busy={busy} onClick={start}>
          {busy ? "Exporting..." : failure ? "Try again" : "Export"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function useExport(onDone: () => void) {
  const { confirm } = useStepUp();
  const { mutate } = useSWRConfig();
  const [bytes, setBytes] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);

  const start = async () => {
    const stop = new AbortController();
    stopping.current = stop;
    setBusy(true);
    setBytes(0);
    setFailure(null);
    try {
      const read = () => readFile("/api/admin/export", { onBytes: setBytes, signal: stop.signal });
      const { name, file } = await confirm(read, "take a backup");
      saveFile(name, file);
      void mutate("/api/admin/backups");
      toast({ kind: "done", title: "Database exported", description: name });
      onDone();
    } catch (error) {
      if (!stop.signal.aborted && !isDeclined(error)) setFailure(sentenceOf(error, "Try again in a moment."));
    } finally {
      setBusy(false);
    }
  };
  return { bytes, busy, failure, start, stop: () => stopping.current?.abort() };
}
