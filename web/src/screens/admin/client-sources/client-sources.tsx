import { Globe } from "lucide-react";
import { AdminHead } from "../admin-head.tsx";
import { ListCard } from "../list-card.tsx";
import { NewSource } from "./new-source.tsx";
import { SourceRow } from "./source-row.tsx";
import { useSources } from "./use-sources.ts";

const columns = [
  "Address",
  "Status",
  "Allowed",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** From where applications may describe themselves, such as MCP clients, and what allows another address. */
export function ClientSources() {
  const { sources, ...list } = useSources();
  return (
    <>
      <AdminHead title="Client sources">
        From where applications may describe themselves by a metadata document, as MCP clients do. Their client id is
        the address of the document.
      </AdminHead>
      <ListCard
        title="Addresses"
        what="addresses"
        columns={columns}
        action="Allow Address"
        items={sources}
        list={list}
        row={(source) => <SourceRow key={source.id} source={source} onRemoved={list.reread} />}
        empty={{
          icon: <Globe />,
          text: "Only registered applications sign users in. Allow an address, and those that describe themselves there may do so, too, once a user consents.",
        }}
        dialog={(onClose) => <NewSource onAllowed={list.reread} onClose={onClose} />}
      />
    </>
  );
}
