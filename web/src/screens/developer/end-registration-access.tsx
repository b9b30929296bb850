import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { applicationsPath } from "./developer-path.ts";

type EndRegistrationAccessProps = {
  application: Application;
  onEnded: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks first, because a program that relies on the access cannot get it back. */
export function EndRegistrationAccess({ application: { id, name }, onEnded, onClose }: EndRegistrationAccessProps) {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await send("message", { method: "DELETE", path: `${applicationsPath}/${id}/registration-access` });
      toast({ kind: "done", title: "Registration access ended", description: name });
      await onEnded();
      onClose();
    } catch (error) {
      const description = sentenceOf(error, "Try again in a moment.");
      toast({ kind: "refused", title: "Registration access not ended", description });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`End the registration access of ${name}?`}>
      <Confirmation action="End registration access" busy={busy} onConfirm={end} onCancel={onClose}>
        The application registered itself, and can change or delete itself by its registration access token. The token
        stops working for good. Sign-ins through the application go on.
      </Confirmation>
    </Dialog>
  );
}
