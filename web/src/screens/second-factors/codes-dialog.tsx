import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type CodesDialogProps = { title: string; codes: readonly string[]; email: string; onClose: () => void };

/** New recovery codes. This is the only time that they are shown. */
export function CodesDialog({ title, codes, email, onClose }: CodesDialogProps) {
  const [isSaved, setIsSaved] = useState(false);
  // Escape does not close it: the codes would be lost.
  return (
    <Dialog onClose={() => isSaved && onClose()} role="alertdialog" title={title}>
      <DialogBody>
        <RecoveryCodes factor="key" codes={codes} email={email} onSaved={setIsSaved} />
      </DialogBody>
      <DialogFoot>
        <Button look="primary" disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
