import type { Activity } from "@attestory/query-api/activity/schema.ts";
import { AppWindow, KeyRound, LogOut, Mail, ShieldOff } from "lucide-react";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { exactTime } from "../../parts/moments.ts";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

type DisownDialogProps = { entry: Activity; email: string; onClose: () => void; onDone: () => void };

/** Asks once before it ends every session and the password, because an event was not the owner's. */
export function DisownDialog({ entry, email, onClose, onDone }: DisownDialogProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const disown = async () => {
    setBusy(true);
    try {
      const body = { activityId: entry.id, time: entry.time };
      await confirm(
        () => send("message", { method: "POST", path: "/api/user/not-me", body }),
        "lock your account down",
      );
      onDone();
    } catch (error) {
      if (isDeclined(error)) return setBusy(false);
      const description = sentenceOf(error, "Nothing was changed. Try again in a moment.");
      toast({ kind: "refused", title: "Locking failed", description });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title="Lock your account down?" description={aboutOf(entry)}>
      <DialogBody>
        <ul className="grid gap-3 [&>li]:flex [&>li]:gap-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-muted">
          <li>
            <LogOut aria-hidden="true" />
            Every session ends, this one too
          </li>
          <li>
            <KeyRound aria-hidden="true" />
            Your password stops working
          </li>
          <li>
            <AppWindow aria-hidden="true" />
            {entry.type === "application"
              ? "Applications lose their access, and API keys stop working. Look over yours once you are back in"
              : "Applications lose their access, and API keys stop working"}
          </li>
          {(entry.type === "second-factor" || entry.type === "hardware-key") && (
            <li>
              <ShieldOff aria-hidden="true" />
              If it added a way to sign in, that way is removed
            </li>
          )}
          <li>
            <Mail aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">A link to set a new password goes to {email}</span>
          </li>
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={disown}>
          End everything and reset
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const aboutOf = ({ sentence, device, time }: Activity): string => {
  const where = device ? `${device}, ` : "";
  return `You said this wasn't you: ${sentence} (${where}${exactTime(new Date(time))}).`;
};
