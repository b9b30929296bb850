import type { Application } from "@attestory/http/routing/application-schema.ts";
import { SaveOnceDialog } from "../../parts/save-once-dialog.tsx";
import type { ApplicationAction } from "./application-action.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import { ClaimsPreview } from "./claims-preview.tsx";
import { DeleteApplication } from "./delete-application.tsx";
import { EndRegistrationAccess } from "./end-registration-access.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { SecurityDialog } from "./security-dialog.tsx";
import type { Applications } from "./use-applications.ts";

/** Which dialog is open, and for which application. */
export type Open = { dialog: "new" } | { dialog: ApplicationAction | "secret"; application: Application } | null;

type ApplicationDialogsProps = {
  open: Open;
  applications: Applications;
  onOpen: (open: Open) => void;
  /** Shows the parts of this application. */
  onShown: (id: string, framework?: string) => void;
};

/** The dialogs of the portal, of which one is open at most. */
export function ApplicationDialogs({ open, applications, onOpen, onShown }: ApplicationDialogsProps) {
  const close = () => onOpen(null);
  const saved = async (application: Application) => {
    await applications.reread();
    onShown(application.id);
    close();
  };
  /** Where secrets are shown once, this is the time. */
  const given = async (application: Application, framework?: string) => {
    await applications.reread();
    onShown(application.id, framework);
    const isOnce = application.clientSecret !== null && applications.data?.clientSecretDisplay !== "always";
    onOpen(isOnce ? { dialog: "secret", application } : null);
  };
  switch (open?.dialog) {
    case "new":
      return <ApplicationDialog application={null} onSaved={given} onClose={close} />;
    case "edit":
      return <ApplicationDialog application={open.application} onSaved={saved} onClose={close} />;
    case "rotate":
      return <RotateSecret application={open.application} onRotated={given} onClose={close} />;
    case "end-registration":
      return <EndRegistrationAccess application={open.application} onEnded={applications.reread} onClose={close} />;
    case "delete":
      return <DeleteApplication application={open.application} onDeleted={applications.reread} onClose={close} />;
    case "claims":
      return <ClaimsPreview application={open.application} onClose={close} />;
    case "security":
      return (
        <SecurityDialog
          application={open.application}
          onChanged={applications.reread}
          onEdit={(application) => onOpen({ dialog: "edit", application })}
          onClose={close}
        />
      );
    case "secret":
      return <NewSecret application={open.application} onClose={close} />;
    default:
      return null;
  }
}

const NewSecret = ({
  application: { name, clientSecret },
  onClose,
}: {
  application: Application;
  onClose: () => void;
}) => (
  <SaveOnceDialog
    title="Save your client secret"
    about={name}
    secret={clientSecret ?? ""}
    copyLabel="Copy client secret"
    kept="We keep a fingerprint of the secret, not the secret."
    action="I've saved the secret"
    onClose={onClose}
  />
);
