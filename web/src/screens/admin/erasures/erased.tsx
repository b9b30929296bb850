import type { Erasure } from "@attestory/query-api/admin/erasure-schema.ts";
import { UserX } from "lucide-react";
import { Card } from "../../../parts/card.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { CardHead } from "../card-head.tsx";
import { Listed } from "../list-card.tsx";
import { whyErased } from "./erasure-words.ts";
import { useErasures } from "./use-erasures.ts";

const columns = [
  "Account number",
  "Erased",
  "Why",
  <span key="proof" className="sr-only">
    Proof
  </span>,
];
const empty = {
  icon: <UserX />,
  text: "Of an erased account, its random number is left here, and the receipt in the log.",
};

/** The receipts, the newest first. */
export const Erased = () => (
  <Card>
    <CardHead title="Erased" />
    <Listed
      what="erased accounts"
      columns={columns}
      row={(erasure) => <ErasedRow key={erasure.userId} erasure={erasure} />}
      empty={empty}
      {...useErasures("erased")}
    />
  </Card>
);

const wide = "max-sm:col-span-2";

const ErasedRow = ({ erasure: { userId, erasedAt, reason, erasedBy, receipt } }: { erasure: Erasure }) => (
  <tr className={rowClass}>
    <td className={`${cellClass} min-w-0`}>
      <code className="font-mono text-xs wrap-anywhere">{userId}</code>
    </td>
    <td className={`${cellClass} ${wide} text-muted`}>
      <span className="text-subtle sm:hidden">Erased </span>
      {erasedAt && <Moment at={erasedAt} />}
    </td>
    <td className={`${cellClass} ${wide} text-muted`}>
      {reason && whyErased[reason]}
      {erasedBy && (
        <span className="block text-subtle">
          by <TextLink href={`/admin/users/${erasedBy}`}>an admin</TextLink>
        </span>
      )}
    </td>
    <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>
      {receipt && <TextLink href={`/admin/integrity?event=${encodeURIComponent(receipt)}`}>Proof</TextLink>}
    </td>
  </tr>
);
