import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminHead } from "../admin-head.tsx";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { More } from "../more.tsx";
import { NewSource } from "./new-source.tsx";
import { SourceRow } from "./source-row.tsx";
import { type SourceList, useSources } from "./use-sources.ts";

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
  const list = useSources();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <AdminHead title="Client sources">
        From where applications may describe themselves by a metadata document, as MCP clients do. Their client id is
        the address of the document.
      </AdminHead>
      <Card>
        <CardHead
          title="Addresses"
          action={
            <Button size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" className="size-3.5" />
              Allow Address
            </Button>
          }
        />
        <Listed list={list} />
        {isAdding && <NewSource onAllowed={list.reread} onClose={() => setIsAdding(false)} />}
      </Card>
    </>
  );
}

function Listed({ list }: { list: SourceList }) {
  const { sources, error, reread } = list;
  if (!sources && error) {
    return <AdminProblem title="The addresses could not be loaded" error={error} onRetry={() => void reread()} />;
  }
  if (!sources) return <SkeletonRows count={3} label="Loading the addresses" />;
  if (sources.length === 0) {
    return (
      <Empty icon={<Globe />} title="No addresses yet">
        Only registered applications sign users in. Allow an address, and those that describe themselves there may do
        so, too, once a user consents.
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} onRemoved={reread} />
        ))}
      </ListTable>
      <More what="addresses" end="That is all." list={list} />
    </TooltipDelays>
  );
}
