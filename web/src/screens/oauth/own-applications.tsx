import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useState } from "react";
import { send, useRead } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { toast } from "../../parts/toasts.ts";
import { isDeclined, useStepUp } from "../../step-up/step-up.tsx";

const path = "/api/developer/applications";

type OwnApplicationsProps = { clientId: string; redirectUri: string; onChoose: (clientId: string) => void };

/** The developer's own applications to choose from. Nothing if there are none, or if they cannot be loaded: a client ID can be typed. */
export function OwnApplications({ clientId, redirectUri, onChoose }: OwnApplicationsProps) {
  const { data, mutate } = useRead("applications", [path]);
  const own = data?.applications ?? [];
  if (own.length === 0) return null;
  const chosen = own.find((application) => application.clientId === clientId);
  return (
    <>
      <SelectField
        label="Your application"
        name="application"
        value={chosen?.clientId ?? ""}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">Another one, by its client ID</option>
        {own.map((application) => (
          <option key={application.clientId} value={application.clientId}>
            {application.name}
          </option>
        ))}
      </SelectField>
      {chosen && redirectUri !== "" && !chosen.redirectUris.includes(redirectUri) && (
        <NotRegistered application={chosen} redirectUri={redirectUri} onReread={mutate} />
      )}
    </>
  );
}

type NotRegisteredProps = {
  application: Application;
  redirectUri: string;
  onReread: () => Promise<{ applications: Application[] } | undefined>;
};

function NotRegistered({ application: { id, name }, redirectUri, onReread }: NotRegisteredProps) {
  const { confirm } = useStepUp();
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      // Another page may have changed it: its settings of now are sent back.
      const newest = (await onReread())?.applications.find((application) => application.id === id);
      if (!newest) throw new Error("the application is gone");
      const { name, description, logoUrl, redirectUris } = newest;
      const body = { name, description, logoUrl, redirectUris: [...redirectUris, redirectUri] };
      const call = () => send("applicationAnswer", { method: "PUT", path: `${path}/${id}`, body });
      await confirm(call, "change an application");
      toast({ kind: "done", title: "Application updated" });
      document.getElementsByName("redirectUri")[0]?.focus();
      await onReread();
    } catch (error) {
      if (!isDeclined(error)) {
        toast({ kind: "refused", title: "Update failed", description: sentenceOf(error, "Try again in a moment.") });
      }
    }
    setBusy(false);
  };
  return (
    <Alert kind="warning" title="This redirect URI is not registered">
      <p className="wrap-anywhere">
        {name} would be refused. Remove it again when you are done: codes may be sent there.
      </p>
      <div>
        <Button size="small" busy={busy} onClick={() => void add()}>
          Add it to the application
        </Button>
      </div>
    </Alert>
  );
}
