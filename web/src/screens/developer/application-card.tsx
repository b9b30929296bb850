import type { Application } from "@attestory/http/routing/application-schema.ts";
import { Pencil } from "lucide-react";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import type { ApplicationAction } from "./application-action.ts";
import { ApplicationDetails } from "./application-details.tsx";
import { ApplicationMenu } from "./application-menu.tsx";
import { LastRequests } from "./last-requests.tsx";
import { SecuritySummary } from "./security-summary.tsx";
import type { Applications } from "./use-applications.ts";

type ApplicationCardProps = {
  application: Application;
  /** Whether the last requests are shown. */
  isOpen: boolean;
  onOpen: () => void;
  /** Client secrets are shown only when they are made. */
  isOnce: boolean;
  onReread: Applications["reread"];
  onAct: (action: ApplicationAction) => void;
};

/** One application: what it is, what its program needs, and what went wrong. */
export function ApplicationCard({ application, isOpen, onOpen, isOnce, onReread, onAct }: ApplicationCardProps) {
  const { id, name, description, logoUrl, isActive, clientId } = application;
  const isDescribedHere = clientId === id;
  return (
    <li aria-label={name}>
      <Card>
        <div className="flex flex-wrap items-center gap-4 px-4 py-5 sm:flex-nowrap sm:px-6">
          <ApplicationLogo name={name} logoUrl={logoUrl} size="large" />
          <div className="min-w-0 flex-1 basis-40">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <h2 className="min-w-0 text-md font-semibold wrap-anywhere">{name}</h2>
              {isActive ? <Badge look="success">Active</Badge> : <Badge>Inactive</Badge>}
            </div>
            {!isDescribedHere && (
              <p className="text-muted">Its settings are in its metadata document, at the client ID.</p>
            )}
            {description && <p className="text-muted wrap-anywhere">{description}</p>}
          </div>
          <div className="flex w-full gap-2 *:first:flex-1 sm:w-auto sm:*:first:flex-none">
            {isDescribedHere && (
              <Button aria-haspopup="dialog" aria-label={`Edit ${name}`} onClick={() => onAct("edit")}>
                <Pencil aria-hidden="true" className="size-4" />
                Edit
              </Button>
            )}
            <ApplicationMenu application={application} onAct={onAct} />
          </div>
        </div>
        <div className="border-t border-line px-4 py-5 sm:p-6">
          <ApplicationDetails
            application={application}
            isOnce={isOnce}
            onReread={onReread}
            onRotate={() => onAct("rotate")}
          />
        </div>
        <div className="border-t border-line">
          <SecuritySummary application={application} onShow={() => onAct("security")} />
        </div>
        <div className="border-t border-line">
          <LastRequests applicationId={id} name={name} isOpen={isOpen} onOpen={onOpen} />
        </div>
      </Card>
    </li>
  );
}
