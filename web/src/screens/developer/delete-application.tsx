import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useId, useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogText } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { applicationsPath } from "./developer-path.ts";

type DeleteApplicationProps = {
  application: Application;
  onDeleted: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the name first, because nothing brings an application back. */
export function DeleteApplication({ application: { id, name, clientId }, onDeleted, onClose }: DeleteApplicationProps) {
  const formId = useId();
  const { confirm } = useStepUp();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const isNamed = typed.trim() === name.trim();
  const remove = async () => {
    if (!isNamed || busy) return;
    setBusy(true);
    try {
      const call = () => send("message", { method: "DELETE", path: `${applicationsPath}/${id}` });
      await confirm(call, "delete an application");
      toast({ kind: "done", title: "Application deleted", description: name });
      await onDeleted();
      onClose();
    } catch (error) {
      setBusy(false);
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Delete failed", description: sentenceOf(error, "Try again in a moment.") });
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Delete ${name}?`}>
      <DialogBody>
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void remove();
          }}
        >
          <DialogText>
            People who are signed in through it are signed out there, their consents end, and its client ID never works
            again
            {clientId === id
              ? ""
              : ": no admin can allow this address anew. Remove the client source to end it for a while"}
            .
          </DialogText>
          <TextField
            label={`Type ${name} to go on`}
            name="confirmedName"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={formId} look="danger" busy={busy} disabled={!isNamed}>
          Delete application
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
