import type { GivenConsent } from "@attestory/query-api/admin/access-schema.ts";
import { Handshake } from "lucide-react";
import { rowClass } from "../../../parts/list-table.tsx";
import { usePages } from "../../../use-pages.ts";
import { ActionCell, HeldCells, Named, WhatCell } from "./cells.tsx";
import { EndAccess } from "./end-access.tsx";
import { HeldList, type HeldProps } from "./held-list.tsx";

/** What users, or one of them, allow applications. */
export function Consents({ query, rereadUser }: HeldProps) {
  const list = usePages("givenConsents", { path: "/api/admin/consents", query });
  const consents = list.pages?.flatMap((page) => page.consents);
  return (
    <HeldList
      what="consents"
      icon={<Handshake />}
      columns={["Application", ...(rereadUser ? [] : ["User"]), "Allowed", "Last used"]}
      rows={
        consents?.map((consent) => (
          <ConsentRow
            key={`${consent.owner.id} ${consent.application.id}`}
            consent={consent}
            whose={rereadUser ? null : "By"}
            onEnded={rereadUser ?? list.reread}
          />
        )) ?? null
      }
      query={query}
      ofUser={rereadUser !== undefined}
      none="Users give them when an application asks."
      list={list}
    />
  );
}

type RowProps = { consent: GivenConsent; whose: string | null; onEnded: () => Promise<unknown> };

function ConsentRow({ consent, whose, onEnded }: RowProps) {
  const { application, owner, scopes } = consent;
  const name = application.name ?? "Deleted application";
  return (
    <tr className={rowClass}>
      <WhatCell>
        <Named name={name}>{scopes.join(", ")}</Named>
      </WhatCell>
      <HeldCells held={consent} whose={whose} made="Allowed" />
      <ActionCell>
        <EndAccess
          path={`/api/admin/consents/${owner.id}/${application.id}`}
          action="Revoke"
          what={`the access of ${name} to ${owner.username ?? "an erased person"}`}
          text="Its codes and tokens for this user stop working at once. The user can allow it again."
          purpose="revoke what a user allows an application"
          done="Consent revoked"
          onEnded={onEnded}
        />
      </ActionCell>
    </tr>
  );
}
