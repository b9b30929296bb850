import type { ConnectedApp } from "@attestory/query-api/applications/schema.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Confirmation } from "../../parts/confirmation.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";

export const connectedAppsPath = "/api/user/connected-apps";

type RemoveAppProps = { app: ConnectedApp; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Asks once, then ends what the application may do. Of one that can do nothing any more, only the entry goes. */
export function RemoveApp({ app, onRemoved, onClose }: RemoveAppProps) {
  const [busy, setBusy] = useState(false);
  const { action, title, loss, done, told } = wordsFor(app);
  const remove = async () => {
    setBusy(true);
    try {
      await send("message", { method: "DELETE", path: `${connectedAppsPath}/${app.id}` });
      toast({ kind: "done", title: done, description: told });
      await onRemoved();
      onClose();
    } catch (error) {
      const description = sentenceOf(error, "Try again in a moment.");
      toast({ kind: "refused", title: `${action} failed`, description });
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={title}>
      <Confirmation action={action} busy={busy} onConfirm={() => void remove()} onCancel={onClose}>
        {loss}
      </Confirmation>
    </Dialog>
  );
}

interface Words {
  action: string;
  title: string;
  loss: string;
  done: string;
  told: string;
}

function wordsFor({ name, trusted, status }: ConnectedApp): Words {
  if (status === "ended") {
    return {
      action: "Remove",
      title: `Remove ${name} from the list?`,
      loss: `Its access ended when your account was secured. If you sign in to ${name} again, it asks you first.`,
      done: "Application removed",
      told: `${name} is no longer listed.`,
    };
  }
  const signedOut = `${name} is signed out of your account on every device, at once. What you saved there stays there.`;
  return {
    action: "Revoke",
    title: `Revoke access of ${name}?`,
    loss: trusted
      ? `${signedOut} The operator of this service trusts it: when you sign in to it again, it gets access without asking.`
      : `${signedOut} You can authorize it again at any time.`,
    done: "Access revoked",
    told: trusted
      ? `${name} is signed out of your account. It is listed again once you sign in to it.`
      : `${name} can no longer use your account.`,
  };
}
