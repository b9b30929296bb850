import type { HardwareKey, User } from "@attestory/command-api/api-schema";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";
import { keysPath } from "./keys-path.ts";

type RemoveKeyProps = {
  user: User;
  hardwareKey: HardwareKey;
  /** Whether the account has no other key. */
  isLast: boolean;
  onRemoved: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a key is removed. */
export function RemoveKey({ user, hardwareKey: { id, name }, isLast, onRemoved, onClose }: RemoveKeyProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const call = () => send("message", { method: "DELETE", path: `${keysPath}/${id}` });
      await confirm(call, "remove a hardware key");
      toast({ kind: "done", title: "Hardware key removed" });
    } catch (error) {
      toast({ kind: "refused", title: "Removal failed", description: sentenceOf(error, "Try again in a moment.") });
    }
    await onRemoved();
    onClose();
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Remove ${name}?`}>
      <Confirmation action="Remove" busy={busy} onConfirm={remove} onCancel={onClose}>
        {lossOf(user, isLast)}
      </Confirmation>
    </Dialog>
  );
}

function lossOf({ twoFactorEnabled }: User, isLast: boolean): string {
  const always = "This key no longer signs you in, and no longer confirms that it is you.";
  if (!isLast) return `${always} Your other keys keep working.`;
  return twoFactorEnabled
    ? `${always} It is your only key. Your authenticator app stays your second factor.`
    : `${always} It is your only key and your only second factor: from then on, your password alone signs you in.`;
}
