import type { HeldApplication } from "@attestory/query-api/admin/access-schema.ts";
import { AppWindow } from "lucide-react";
import { Link } from "wouter";
import { useRead } from "../../api.ts";
import { ApplicationLogo } from "../../parts/application-logo.tsx";
import { buttonClass } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { cellClass, ListTable, rowClass } from "../../parts/list-table.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { EndAccess } from "./access/end-access.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { CardHead } from "./card-head.tsx";

const wide = "max-sm:col-span-2";
const columns = [
  "Application",
  "Client ID",
  "Owner",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** The newest applications. */
export function RecentApplications({ shown }: { shown: number }) {
  const path = `/api/admin/applications?limit=${shown}`;
  const { data, error, mutate } = useRead("heldApplications", [path], { revalidateOnMount: true });
  const reread = () => mutate().catch(() => undefined);
  return (
    <Card>
      <CardHead
        title="Applications"
        action={
          <Link href="/admin/access?show=applications" className={buttonClass("outline", "small")}>
            View All
          </Link>
        }
      />
      {data?.applications.length === 0 ? (
        <Empty icon={<AppWindow />} title="No applications yet">
          Applications that developers register appear here.
        </Empty>
      ) : data ? (
        <ListTable columns={columns}>
          {data.applications.map((application) => (
            <ApplicationRow key={application.id} application={application} onDeleted={reread} />
          ))}
        </ListTable>
      ) : error ? (
        <AdminProblem title="The applications could not be loaded" error={error} onRetry={() => void reread()} />
      ) : (
        <SkeletonRows count={shown} label="Loading the applications" />
      )}
    </Card>
  );
}

const lost = "Its codes and tokens stop working at once, and nobody can sign in to it any more. It cannot be undone.";

type ApplicationRowProps = { application: HeldApplication; onDeleted: () => Promise<unknown> };

function ApplicationRow({ application: { id, name, logoUrl, clientId, owner }, onDeleted }: ApplicationRowProps) {
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="flex min-w-0 items-center gap-3 font-medium">
          <ApplicationLogo name={name} logoUrl={logoUrl} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </span>
      </td>
      <td className={`${cellClass} ${wide}`}>
        <span className="inline-flex items-center gap-1 font-mono break-all">
          {clientId}
          <CopyButton text={clientId} what={`Copy the client ID of ${name}`} />
        </span>
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Owner </span>
        <Link href={`/admin/users/${owner.id}`} className="rounded-sm wrap-anywhere hover:underline">
          {owner.username ?? "Erased person"}
        </Link>
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>
        <EndAccess
          path={`/api/admin/applications/${id}`}
          action="Delete"
          what={name}
          text={
            clientId === id
              ? lost
              : `${lost} Its address never counts again, whatever an admin allows: suspend it to end it for a while.`
          }
          purpose="delete an application of another user"
          done="Application deleted"
          onEnded={onDeleted}
        />
      </td>
    </tr>
  );
}
