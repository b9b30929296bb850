import type { ClientSource } from "@attestory/query-api/client-sources/schema.ts";
import type { ReactNode } from "react";
import { Badge } from "../../../parts/badge.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { RemoveSource } from "./remove-source.tsx";

const states = {
  allowed: <Badge look="success">Allowed</Badge>,
  removed: <Badge>Removed</Badge>,
  "no-admin": <Badge look="warning">Ended with its maker's rights</Badge>,
} as const satisfies Record<ClientSource["state"], ReactNode>;

type SourceRowProps = { source: ClientSource; onRemoved: () => Promise<unknown> };

/** One address of the table. */
export function SourceRow({ source, onRemoved }: SourceRowProps) {
  const { urlPrefix, allowedAt, allowedBy, removed, state } = source;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="block font-mono text-sm wrap-anywhere">{urlPrefix}</span>
      </td>
      <td className={`${cellClass} max-sm:col-span-2`}>
        {states[state]}
        {removed && (
          <span className="block text-muted wrap-anywhere">
            <Moment at={removed.at} />
            {removed.by.username && ` by ${removed.by.username}`}
          </span>
        )}
      </td>
      <td className={`${cellClass} max-sm:col-span-2 text-muted`}>
        <span className="text-subtle sm:hidden">Allowed </span>
        <Moment at={allowedAt} />
        {allowedBy.username && <span className="text-subtle wrap-anywhere sm:block"> by {allowedBy.username}</span>}
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>
        {!removed && <RemoveSource source={source} onRemoved={onRemoved} />}
      </td>
    </tr>
  );
}
