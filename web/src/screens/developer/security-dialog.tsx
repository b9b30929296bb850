import type { Application } from "@attestory/http/routing/application-schema.ts";
import { useState } from "react";
import { useRead } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../parts/dialog.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { ReadProblem } from "../../read-problem.tsx";
import { applicationsPath } from "./developer-path.ts";
import { ProfileRows } from "./profile-rows.tsx";
import { securityProfileOf } from "./security-profile.ts";
import { SettingSwitch } from "./setting-switch.tsx";
import { LooserSettings, MissingParts, StricterSettings } from "./strict-settings.tsx";

type SecurityDialogProps = {
  application: Application;
  onChanged: () => Promise<unknown>;
  onEdit: (application: Application) => void;
  onClose: () => void;
};

/** Which protections an application uses, which it could require, and one switch for all of them. */
export function SecurityDialog({ application: opened, onChanged, onEdit, onClose }: SecurityDialogProps) {
  const [application, setApplication] = useState(opened);
  const [isAsked, setAsked] = useState(false);
  const { data, error, mutate } = useRead("clientCalls", [`${applicationsPath}/${opened.id}/requests?limit=1`]);
  const uses = data?.signIns ?? null;
  const profile = securityProfileOf(application, uses);
  const changed = async (next: Application) => {
    await onChanged();
    setApplication(next);
    setAsked(false);
  };
  const edit = () => onEdit(application);
  const back = () => setAsked(false);
  const isRead = data !== undefined || error !== undefined;
  if (isAsked && isRead && !profile.isStrict && profile.missing.length === 0) {
    return (
      <StricterSettings
        application={application}
        profile={profile}
        isUseKnown={uses !== null}
        onChanged={changed}
        onBack={back}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog wide onClose={onClose} title="Security profile" description={application.name}>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <SettingSwitch
            name="As strict as FAPI 2.0"
            about="Requires everything below at once. FAPI 2.0 is the security profile of open banking."
            isOn={profile.isStrict}
            onChange={() => setAsked(!isAsked)}
          />
          {isAsked &&
            (profile.isStrict ? (
              <LooserSettings onEdit={edit} />
            ) : (
              <MissingParts missing={profile.missing} onEdit={edit} />
            ))}
          {error && !data && (
            <ReadProblem
              title="What the last sign-ins used could not be loaded"
              error={error}
              onRetry={() => void mutate().catch(() => undefined)}
            />
          )}
          {isRead ? (
            <ProfileRows rows={profile.rows} />
          ) : (
            <SkeletonRows count={profile.rows.length} label="Loading what the last sign-ins used" />
          )}
          <p className="text-sm text-muted">
            {uses?.count === 0 &&
              "No user has signed in by a browser yet, so it is unknown what the application uses. "}
            <TextLink href="/docs?tab=oauth-flow#security-profile">What FAPI 2.0 asks for besides</TextLink>
          </p>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </Dialog>
  );
}
