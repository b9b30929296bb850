import type { ApiKey } from "@attestory/query-api/api-keys/schema.ts";
import { Copy } from "lucide-react";
import { copyText } from "../../clipboard.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { copyRefused } from "../../parts/copied.ts";
import { IconButton } from "../../parts/icon-button.tsx";
import { cellClass, ListTable, rowClass } from "../../parts/list-table.tsx";
import { Moment } from "../../parts/moment.tsx";
import { calendarDate } from "../../parts/moments.ts";
import { toast } from "../../parts/toasts.ts";
import { TooltipDelays } from "../../parts/tooltip.tsx";

const columns = [
  "Name",
  "Status",
  "Prefix",
  "Scopes",
  "Last used",
  <span key="actions" className="sr-only">
    Actions
  </span>,
];

/** The keys, by what their owner can know them by. */
export function ApiKeyTable({ apiKeys, onDelete }: { apiKeys: readonly ApiKey[]; onDelete: (apiKey: ApiKey) => void }) {
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {apiKeys.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} onDelete={() => onDelete(apiKey)} />
        ))}
      </ListTable>
    </TooltipDelays>
  );
}

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { name, keyPrefix, scopes, isActive, lastUsed, expiresAt } = apiKey;
  const wide = "max-sm:col-span-2";
  return (
    <tr className={rowClass}>
      <td className={`${cellClass} font-medium wrap-anywhere`}>{name}</td>
      <td className={cellClass}>{isActive ? <Badge look="success">Active</Badge> : <Badge>Inactive</Badge>}</td>
      <td className={`${cellClass} ${wide}`}>
        <span className="inline-flex items-center gap-1 font-mono">
          {keyPrefix}…
          <IconButton label={`Copy the prefix of ${name}`} Icon={Copy} onClick={() => void copyPrefix(keyPrefix)} />
        </span>
      </td>
      <td className={`${cellClass} ${wide}`}>
        <span className="flex flex-wrap gap-1.5 font-mono">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Last used </span>
        {lastUsed === null ? "never" : <Moment at={lastUsed} />}
        {expiresAt !== null && <span className="block text-subtle">{expiry(new Date(expiresAt), new Date())}</span>}
      </td>
      <td className={`${cellClass} ${wide} max-sm:grid sm:text-right`}>
        <Button size="small" look="quietDanger" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </td>
    </tr>
  );
}

const expiry = (end: Date, now: Date) => `${end <= now ? "expired" : "expires"} ${calendarDate(end)}`;

async function copyPrefix(prefix: string) {
  if (await copyText(prefix)) toast({ kind: "plain", title: "Key prefix copied (full key not retrievable)" });
  else toast(copyRefused);
}
