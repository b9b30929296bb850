import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useId, useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot, DialogText } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { applicationsPath } from "./developer-path.ts";

type RotateSecretProps = {
  application: Application;
  /** Gets the application with its new secret. */
  onRotated: (application: Application) => Promise<unknown>;
  onClose: () => void;
};

/** Asks until when the present secret works, then replaces it. */
export function RotateSecret({ application: { id, name }, onRotated, onClose }: RotateSecretProps) {
  const formId = useId();
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const rotate = async (graceSeconds: number) => {
    setBusy(true);
    try {
      const path = `${applicationsPath}/${id}/rotate-secret`;
      const call = () => send("applicationAnswer", { method: "POST", path, body: { graceSeconds } });
      const { application } = await confirm(call, "rotate a client secret");
      await onRotated(application);
      toast({ kind: "done", title: "Client secret rotated", description: name });
    } catch (error) {
      setBusy(false);
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Nothing was changed.") });
    }
  };
  return (
    <Dialog onClose={onClose} role="alertdialog" title={`Rotate the client secret of ${name}?`}>
      <DialogBody>
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void rotate(Number(new FormData(event.currentTarget).get("graceSeconds")));
          }}
        >
          <DialogText>
            The application gets a new secret. Its server must send that one once the present one has ended.
          </DialogText>
          <SelectField label="The present secret ends" name="graceSeconds">
            <option value="0">at once</option>
            <option value="3600">in one hour</option>
            <option value="86400">in one day</option>
          </SelectField>
        </form>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" form={formId} look="danger" busy={busy}>
          Rotate secret
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
