import type { ReactNode } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import { AdminProblem } from "../admin-problem.tsx";

type HeldListProps = {
  /** In the plural and in lower case: "API keys". */
  what: string;
  icon: ReactNode;
  columns: readonly string[];
  /** Null until the first page has arrived. */
  rows: readonly ReactNode[] | null;
  isFiltered: boolean;
  /** Why there may be none. */
  none: string;
  list: {
    error: Error | undefined;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => void;
    reread: () => Promise<unknown>;
  };
};

/** A table of one kind, with its loading, empty and problem states. The last column has the actions. */
export const HeldList = (props: HeldListProps) => <Card>{contentOf(props)}</Card>;

function contentOf({ what, icon, columns, rows, isFiltered, none, list }: HeldListProps): ReactNode {
  if (rows === null) return <Unread what={what} list={list} />;
  if (rows.length === 0 && !list.hasMore) {
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
      <More what={what} list={list} />
    </TooltipDelays>
  );
}

type PartProps = Pick<HeldListProps, "what" | "list">;

function Unread({ what, list: { error, reread } }: PartProps) {
  if (!error) return <SkeletonRows count={5} label={`Loading the ${what}`} />;
  return <AdminProblem title={`The ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
}

function More({ what, list: { error, hasMore, isLoadingMore, loadMore, reread } }: PartProps) {
  if (error) {
    return <AdminProblem title={`The next ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
  }
  return (
    <div className="grid justify-items-center border-t border-line p-3 text-sm text-subtle">
      {hasMore ? (
        <Button look="ghost" size="small" busy={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      ) : (
        "That is all."
      )}
    </div>
  );
}
