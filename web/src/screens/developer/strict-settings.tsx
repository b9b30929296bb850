import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useState } from "react";
import { send } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";
import { applicationsPath } from "./developer-path.ts";
import type { SecurityProfile } from "./security-profile.ts";

type StricterSettingsProps = {
  application: Application;
  profile: SecurityProfile;
  /** Else no warning tells what the last sign-ins used. */
  isUseKnown: boolean;
  onChanged: (application: Application) => Promise<unknown>;
  onBack: () => void;
  onClose: () => void;
};

/** Says what the switch will change and what that may break, and changes it. */
export function StricterSettings({
  application,
  profile,
  isUseKnown,
  onChanged,
  onBack,
  onClose,
}: StricterSettingsProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const { changes, settings } = profile;
  const change = async () => {
    setBusy(true);
    try {
      const { id, name, description, logoUrl, redirectUris } = application;
      const path = `${applicationsPath}/${id}`;
      // What may be left out stays as it is.
      const body = { name, description, logoUrl, redirectUris, ...settings };
      const call = () => send("applicationAnswer", { method: "PUT", path, body });
      const saved = await confirm(call, "change an application");
      await onChanged(saved.application);
      toast({ kind: "done", title: "Application updated" });
    } catch (error) {
      setBusy(false);
      if (isDeclined(error)) return;
      toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Nothing was changed.") });
    }
  };
  return (
    <Dialog wide onClose={onClose} title="As strict as FAPI 2.0" description={`What changes for ${application.name}.`}>
      <DialogBody>
        <ul aria-label="Changes" className="grid grid-cols-[minmax(0,1fr)] rounded-md border border-line">
          {changes.map(({ becomes, warning }) => (
            <li key={becomes} className="px-4 py-3 not-first:border-t not-first:border-line">
              <p className="font-medium">{becomes}</p>
              {warning && <p className="mt-0.5 text-sm text-warning-text">{warning}</p>}
            </li>
          ))}
        </ul>
        {!isUseKnown && (
          <p className="mt-3 text-sm text-warning-text">
            What the last sign-ins used could not be loaded. Make sure that the application does all of this.
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" busy={busy} onClick={() => void change()}>
          Require all of it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Why the switch cannot be turned on yet. */
export const MissingParts = ({ missing, onEdit }: { missing: readonly string[]; onEdit: () => void }) => (
  <Alert kind="warning" role="status" title="Something is missing first">
    <ul className="grid gap-1 wrap-anywhere">
      {missing.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
    <div>
      <Button size="small" onClick={onEdit}>
        Edit the settings
      </Button>
    </div>
  </Alert>
);

/** Why the switch does not turn off what it turned on. */
export const LooserSettings = ({ onEdit }: { onEdit: () => void }) => (
  <Alert role="status" title="Nothing was changed">
    <p>
      The switch does not know what held before. Change the single settings that the application cannot fulfil: it is
      off as soon as one of them is.
    </p>
    <div>
      <Button size="small" onClick={onEdit}>
        Edit the settings
      </Button>
    </div>
  </Alert>
);
