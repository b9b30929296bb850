import type { Erasure } from "@attestory/query-api/admin/erasure-schema.ts";
import { Hourglass } from "lucide-react";
import { Link } from "wouter";
import { Card } from "../../../parts/card.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { CardHead } from "../card-head.tsx";
import { Listed } from "../list-card.tsx";
import { useErasures } from "./use-erasures.ts";

const columns = ["Account", "Requested", "Erasure"];
const empty = {
  icon: <Hourglass />,
  text: "An account that its owner deletes is shut at once and erased after 14 days. Until then, the owner can keep it.",
};

/** The accounts that are not erased yet, the soonest due first. */
export const ToBeDeleted = () => (
  <Card>
    <CardHead title="To be deleted" />
    <Listed
      what="requested deletions"
      columns={columns}
      row={(erasure) => <RequestedRow key={erasure.userId} erasure={erasure} />}
      empty={empty}
      {...useErasures("requested")}
    />
  </Card>
);

const timeClass = `${cellClass} max-sm:col-span-2 text-muted`;

const RequestedRow = ({ erasure }: { erasure: Erasure }) => (
  <tr className={rowClass}>
    <td className={`${cellClass} max-sm:col-span-2 min-w-0`}>
      <Account erasure={erasure} />
    </td>
    <td className={timeClass}>
      <span className="text-subtle sm:hidden">Requested </span>
      {erasure.requestedAt ? <Moment at={erasure.requestedAt} /> : "not by the owner"}
    </td>
    <td className={timeClass}>
      <span className="text-subtle sm:hidden">Erasure </span>
      {erasure.startedAt === null && erasure.dueAt ? <Moment at={erasure.dueAt} /> : "in progress"}
    </td>
  </tr>
);

/** An erasure that has started, and is not finished, has no account any more. */
function Account({ erasure: { userId, account } }: { erasure: Erasure }) {
  if (!account) return <code className="font-mono text-xs wrap-anywhere">{userId}</code>;
  return (
    <Link href={`/admin/users/${userId}`} className="group block rounded-sm">
      <span className="block font-medium wrap-anywhere group-hover:underline">{account.username}</span>
      <span className="block text-muted wrap-anywhere">{account.email}</span>
    </Link>
  );
}
