import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { RecoveryCodes } from "../second-factors/recovery-codes.tsx";

type FirstKeyCodesProps = { codes: readonly string[]; email: string; onClose: () => void };

/** The recovery codes that come with an account's first second factor. This is the only time that they are shown. */
export function FirstKeyCodes({ codes, email, onClose }: FirstKeyCodesProps) {
  const [isSaved, setIsSaved] = useState(false);
  // Escape does not close it: the codes would be lost.
  return (
    <Dialog onClose={() => isSaved && onClose()} role="alertdialog" title="Your key is your second factor now">
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
