import type { ApiKey } from "@attestory/query-api/api-keys/schema.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { apiKeysPath } from "./developer-path.ts";

type DeleteApiKeyProps = { apiKey: ApiKey; onDeleted: () => Promise<unknown>; onClose: () => void };

/** Asks before a key is deleted. */
export function DeleteApiKey({ apiKey: { id, name }, onDeleted, onClose }: DeleteApiKeyProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await send("message", { method: "DELETE", path: `${apiKeysPath}/${id}` });
      toast({ kind: "done", title: "API key deleted", description: name });
      await onDeleted();
      onClose();
    } catch (error) {
      toast({ kind: "refused", title: "Delete failed", description: sentenceOf(error, "Try again in a moment.") });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Delete ${name}?`}>
      <Confirmation action="Delete key" busy={busy} onConfirm={remove} onCancel={onClose}>
        Every program that uses this key is refused at once. Nothing brings the key back.
      </Confirmation>
    </Dialog>
  );
}
