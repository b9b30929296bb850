import type { HeldApplication } from "@attestory/query-api/admin/access-schema.ts";
import { AppWindow } from "lucide-react";
import { useState } from "react";
import { ApplicationLogo } from "../../../parts/application-logo.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Button } from "../../../parts/button.tsx";
import { rowClass } from "../../../parts/list-table.tsx";
import { usePages } from "../../../use-pages.ts";
import { ActionCell, HeldCells, Named, WhatCell } from "./cells.tsx";
import { HeldList, type HeldProps } from "./held-list.tsx";
import { ManageApplication } from "./manage-application.tsx";

/** The applications of every user, or of one. */
export function Applications({ query, rereadUser }: HeldProps) {
  const list = usePages("heldApplications", { path: "/api/admin/applications", query });
  const [managed, setManaged] = useState<string | null>(null);
  const applications = list.pages?.flatMap((page) => page.applications);
  const shown = applications?.find(({ id }) => id === managed);
  return (
    <>
      <HeldList
        what="applications"
        icon={<AppWindow />}
        columns={["Application", ...(rereadUser ? [] : ["Owner"]), "Registered", "Last used"]}
        rows={
          applications?.map((application) => (
            <ApplicationRow
              key={application.id}
              application={application}
              whose={rereadUser ? null : "Of"}
              onManage={() => setManaged(application.id)}
            />
          )) ?? null
        }
        query={query}
        ofUser={rereadUser !== undefined}
        none="Developers register them."
        list={list}
      />
      {shown && (
        <ManageApplication application={shown} onChanged={rereadUser ?? list.reread} onClose={() => setManaged(null)} />
      )}
    </>
  );
}

type RowProps = { application: HeldApplication; whose: string | null; onManage: () => void };

function ApplicationRow({ application, whose, onManage }: RowProps) {
  const { name, logoUrl, clientId } = application;
  return (
    <tr className={rowClass}>
      <WhatCell>
        <span className="flex min-w-0 items-center gap-3">
          <ApplicationLogo name={name} logoUrl={logoUrl} />
          <Named name={name} badge={<ApplicationBadges application={application} />}>
            <code className="font-mono text-xs">{clientId}</code>
          </Named>
        </span>
      </WhatCell>
      <HeldCells held={application} whose={whose} made="Registered" />
      <ActionCell>
        <Button size="small" aria-label={`Manage ${name}`} onClick={onManage}>
          Manage
        </Button>
      </ActionCell>
    </tr>
  );
}

function ApplicationBadges({ application: { isActive, trusted, type } }: { application: HeldApplication }) {
  return (
    <>
      {trusted && <Badge look="accent">Trusted</Badge>}
      {type === "public" && <Badge>Public</Badge>}
      {!isActive && <Badge look="warning">Suspended</Badge>}
    </>
  );
}
