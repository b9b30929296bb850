import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { ListTable } from "../../parts/list-table.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import type { Pages } from "../../use-pages.ts";
import { AdminProblem } from "./admin-problem.tsx";
import { CardHead } from "./card-head.tsx";
import { More } from "./more.tsx";

export interface ListCardProps<Item> {
  title: string;
  /** In the plural and in lower case, as "invitations". */
  what: string;
  columns: readonly ReactNode[];
  /** What opens the dialog. */
  action: string;
  /** Undefined until the first page has arrived. */
  items: readonly Item[] | undefined;
  list: Omit<Pages<unknown>, "pages">;
  row: (item: Item) => ReactNode;
  /** Shown where there is none. */
  empty: { icon: ReactNode; text: string };
  /** The dialog that adds another one. */
  dialog: (onClose: () => void) => ReactNode;
}

/** A list that admins add to, and what adds to it. */
export function ListCard<Item>(props: ListCardProps<Item>) {
  const { title, action, dialog } = props;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card>
      <CardHead
        title={title}
        action={
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" className="size-3.5" />
            {action}
          </Button>
        }
      />
      <Listed {...props} />
      {isAdding && dialog(() => setIsAdding(false))}
    </Card>
  );
}

type ListedProps<Item> = Pick<ListCardProps<Item>, "what" | "columns" | "items" | "list" | "row" | "empty">;

/** What such a card lists, or why there is nothing. */
export function Listed<Item>({ what, columns, items, list, row, empty }: ListedProps<Item>) {
  const { error, reread } = list;
  if (!items && error) {
    return <AdminProblem title={`The ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
  }
  if (!items) return <SkeletonRows count={3} label={`Loading the ${what}`} />;
  if (items.length === 0) {
    return (
      <Empty icon={empty.icon} title={`No ${what} yet`}>
        {empty.text}
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ListTable columns={columns}>{items.map(row)}</ListTable>
      <More what={what} end="That is all." list={list} />
    </TooltipDelays>
  );
}
