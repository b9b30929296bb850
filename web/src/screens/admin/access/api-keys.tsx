import type { HeldApiKey } from "@attestory/query-api/admin/access-schema.ts";
import { KeyRound } from "lucide-react";
import { Badge } from "../../../parts/badge.tsx";
import { rowClass } from "../../../parts/list-table.tsx";
import { usePages } from "../../../use-pages.ts";
import { ActionCell, HeldCells, Named, WhatCell } from "./cells.tsx";
import { EndAccess } from "./end-access.tsx";
import { HeldList, type HeldProps } from "./held-list.tsx";

/** The API keys of every user, or of one. */
export function ApiKeys({ query, rereadUser }: HeldProps) {
  const list = usePages("heldApiKeys", { path: "/api/admin/api-keys", query });
  const keys = list.pages?.flatMap(({ apiKeys }) => apiKeys);
  return (
    <HeldList
      what="API keys"
      icon={<KeyRound />}
      columns={["API key", ...(rereadUser ? [] : ["Owner"]), "Created", "Last used"]}
      rows={
        keys?.map((apiKey) => (
          <KeyRow
            key={apiKey.id}
            apiKey={apiKey}
            whose={rereadUser ? null : "Of"}
            onEnded={rereadUser ?? list.reread}
          />
        )) ?? null
      }
      query={query}
      ofUser={rereadUser !== undefined}
      none="Pro users and admins create them."
      list={list}
    />
  );
}

type KeyRowProps = { apiKey: HeldApiKey; whose: string | null; onEnded: () => Promise<unknown> };

function KeyRow({ apiKey, whose, onEnded }: KeyRowProps) {
  const { id, name, keyPrefix, scopes, isActive } = apiKey;
  return (
    <tr className={rowClass}>
      <WhatCell>
        <Named name={name || "Unnamed"} badge={isActive ? null : <Badge look="warning">Inactive</Badge>}>
          <code className="font-mono text-xs">{keyPrefix}…</code> {scopes.join(", ")}
        </Named>
      </WhatCell>
      <HeldCells held={apiKey} whose={whose} made="Created" />
      <ActionCell>
        <EndAccess
          path={`/api/admin/api-keys/${id}`}
          action="Revoke"
          what={`the API key ${name || keyPrefix}`}
          text="Programs that have it are refused at once. It cannot be undone: its owner would have to create another one."
          purpose="revoke an API key of another user"
          done="API key revoked"
          onEnded={onEnded}
        />
      </ActionCell>
    </tr>
  );
}
