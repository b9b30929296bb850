import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { CodesDialog } from "./codes-dialog.tsx";

/** Asks before new recovery codes replace the old ones, then shows them. */
export function NewCodes({ email, onClose }: { email: string; onClose: () => void }) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = async () => {
    setBusy(true);
    try {
      const call = () => send("recoveryCodes", { method: "POST", path: "/api/auth/2fa/recovery-codes" });
      const { recoveryCodes } = await confirm(call, "make new recovery codes");
      setCodes(recoveryCodes);
    } catch (error) {
      if (isDeclined(error)) return setBusy(false);
      const description = sentenceOf(error, "Nothing was changed. Try again in a moment.");
      toast({ kind: "refused", title: "Creation failed", description });
      onClose();
    }
  };
  if (codes) return <CodesDialog title="Your new recovery codes" codes={codes} email={email} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} role="alertdialog" title="Make new recovery codes?">
      <Confirmation action="Make new codes" busy={busy} onConfirm={make} onCancel={onClose}>
        Every recovery code that you saved before stops working at once.
      </Confirmation>
    </Dialog>
  );
}
