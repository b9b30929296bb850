import type { ReactNode } from "react";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import type { Pages } from "../../../use-pages.ts";
import { AdminProblem } from "../admin-problem.tsx";
import { More } from "../more.tsx";
import { NothingYet } from "../nothing-yet.tsx";

/** What the address says of a list: `user`, `unused`. */
export type HeldQuery = Readonly<Record<string, string>>;

/** What a list is given. */
export type HeldProps = {
  query: HeldQuery;
  /** On the page of the user whose list it is: reads that page again. The list does not name the user then. */
  rereadUser?: (() => Promise<unknown>) | undefined;
};

type HeldListProps = {
  /** In the plural and in lower case: "API keys". */
  what: string;
  icon: ReactNode;
  columns: readonly string[];
  /** Null until the first page has arrived. */
  rows: readonly ReactNode[] | null;
  query: HeldQuery;
  /** Set if the list is of the page of a user, who is not a filter there. */
  ofUser: boolean;
  /** Where they come from. */
  none: string;
  list: Omit<Pages<unknown>, "pages">;
};

/** A table of one kind, with its loading, empty and problem states. The last column has the actions. */
export function HeldList(props: HeldListProps) {
  const { what, rows, ofUser, list } = props;
  if (ofUser && rows?.length === 0 && !list.hasMore) return <NothingYet>{`No ${what} yet`}</NothingYet>;
  return <Card>{contentOf(props)}</Card>;
}

function contentOf({ what, icon, columns, rows, query, ofUser, none, list }: HeldListProps): ReactNode {
  if (rows === null) return <Unread what={what} count={ofUser ? 1 : 5} list={list} />;
  if (rows.length === 0 && !list.hasMore) {
    const isFiltered = Object.keys(query).length > 0;
    return (
      <Empty icon={icon} title={isFiltered ? `No such ${what}` : `No ${what} yet`}>
        {isFiltered ? "Nothing fits what you chose above." : none}
      </Empty>
    );
  }
  const action = (
    <span key="action" className="sr-only">
      Action
    </span>
  );
  return (
    <TooltipDelays>
      <ListTable columns={[...columns, action]}>{rows}</ListTable>
      <More what={what} end="That is all." list={list} />
    </TooltipDelays>
  );
}

type UnreadProps = Pick<HeldListProps, "what" | "list"> & { count: number };

function Unread({ what, count, list: { error, reread } }: UnreadProps) {
  if (!error) return <SkeletonRows count={count} label={`Loading the ${what}`} />;
  return <AdminProblem title={`The ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
}
