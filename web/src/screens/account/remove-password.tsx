import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";

type RemovePasswordProps = { onRemoved: () => void; onCancel: () => void };

/** Asks before the password is removed, so that a passkey alone signs in. */
export function RemovePassword({ onRemoved, onCancel }: RemovePasswordProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await confirm(() => send("message", { method: "DELETE", path: "/api/user/password" }), "remove your password");
      toast({ kind: "done", title: "Password removed", description: "Every other device was signed out." });
      onRemoved();
    } catch (error) {
      toast({ kind: "refused", title: "Removal failed", description: sentenceOf(error, "Try again in a moment.") });
      onCancel();
    }
  };
  return (
    <Dialog onClose={onCancel} role="alertdialog" title="Remove your password?">
      <Confirmation action="Remove password" busy={busy} onConfirm={remove} onCancel={onCancel}>
        Your password stops working, and every other device is signed out. From then on you sign in with a passkey. You
        can set a password again at any time.
      </Confirmation>
    </Dialog>
  );
}
