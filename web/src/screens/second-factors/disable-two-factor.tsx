import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { useSession } from "../../session.tsx";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

/** Asks before two-factor authentication is turned off. */
export function DisableTwoFactor({ onClose }: { onClose: () => void }) {
  const { refresh } = useSession();
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const disable = async () => {
    setBusy(true);
    try {
      const call = () => send("message", { method: "POST", path: "/api/auth/2fa/disable" });
      await confirm(call, "turn off two-factor authentication");
      toast({ kind: "done", title: "2FA disabled" });
    } catch (error) {
      if (isDeclined(error)) return setBusy(false);
      const description = sentenceOf(error, "Nothing was changed. Try again in a moment.");
      toast({ kind: "refused", title: "Disable failed", description });
    }
    await refresh().catch(() => undefined);
    onClose();
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title="Turn off two-factor authentication?">
      <Confirmation action="Turn off" busy={busy} onConfirm={disable} onCancel={onClose}>
        Signing in no longer asks for a code of your authenticator app, and no browser stays trusted. Unless you have a
        hardware key, your recovery codes stop working and your password alone signs you in.
      </Confirmation>
    </Dialog>
  );
}
