import type { ClientSource } from "@attestory/query-api/client-sources/schema.ts";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { RemoveSource } from "./remove-source.tsx";

type SourceRowProps = { source: ClientSource; onRemoved: () => Promise<unknown> };

/** One address of the table. */
export function SourceRow({ source, onRemoved }: SourceRowProps) {
  const { urlPrefix, allowedAt, allowedBy } = source;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="block font-mono text-sm wrap-anywhere">{urlPrefix}</span>
      </td>
      <td className={`${cellClass} max-sm:col-span-2 text-muted`}>
        <span className="text-subtle sm:hidden">Allowed </span>
        <Moment at={allowedAt} />
        {allowedBy.username && <span className="text-subtle wrap-anywhere sm:block"> by {allowedBy.username}</span>}
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>
        <RemoveSource source={source} onRemoved={onRemoved} />
      </td>
    </tr>
  );
}
