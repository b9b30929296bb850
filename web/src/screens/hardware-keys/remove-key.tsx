import type { User } from "@attestory/http/routing/answers.ts";
import type { HardwareKey } from "@attestory/query-api/hardware-keys/schema.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { useStepUp } from "../../step-up/step-up.tsx";
import { keysPath } from "./keys-path.ts";

/** `isLast`: whether the account has no other key. */
type Loss = { user: User; hasPassword: boolean; isLast: boolean };

type RemoveKeyProps = {
  loss: Loss;
  hardwareKey: HardwareKey;
  onRemoved: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a key is removed. */
export function RemoveKey({ loss, hardwareKey: { id, name }, onRemoved, onClose }: RemoveKeyProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const call = () => send("message", { method: "DELETE", path: `${keysPath}/${id}` });
      await confirm(call, "remove a hardware key");
      toast({ kind: "done", title: "Hardware key removed" });
      await onRemoved();
      onClose();
    } catch (error) {
      toast({ kind: "refused", title: "Removal failed", description: sentenceOf(error, "Try again in a moment.") });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Remove ${name}?`}>
      <Confirmation action="Remove" busy={busy} onConfirm={remove} onCancel={onClose}>
        {lossInWords(loss)}
      </Confirmation>
    </Dialog>
  );
}

function lossInWords({ user: { twoFactorEnabled }, hasPassword, isLast }: Loss): string {
  const always = "This key no longer signs you in, and no longer confirms that it is you.";
  if (!isLast) return `${always} Your other keys keep working.`;
  if (!hasPassword)
    return "It is your only key, and your account has no password. Set a password before you remove it.";
  return twoFactorEnabled
    ? `${always} It is your only key. Your authenticator app stays your second factor.`
    : `${always} It is your only key and your only second factor: from then on, your password alone signs you in.`;
}
