import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { ListTable } from "../../../parts/list-table.tsx";
import { SkeletonRows } from "../../../parts/skeleton.tsx";
import { TooltipDelays } from "../../../parts/tooltip.tsx";
import type { Pages } from "../../../use-pages.ts";
import { AdminProblem } from "../admin-problem.tsx";
import { CardHead } from "../card-head.tsx";
import { More } from "../more.tsx";

interface VoucherCardProps<Voucher> {
  title: string;
  /** In the plural and in lower case: "invitations". */
  what: string;
  /** The head of the first column. */
  first: string;
  /** What opens the dialog. */
  action: string;
  /** Undefined until the first page has arrived. */
  vouchers: readonly Voucher[] | undefined;
  list: Omit<Pages<unknown>, "pages">;
  row: (voucher: Voucher) => ReactNode;
  /** Shown where there is none. */
  empty: { icon: ReactNode; text: string };
  /** The dialog that makes another one. */
  dialog: (onClose: () => void) => ReactNode;
}

const columns = [
  "Status",
  "Used",
  "Expires",
  "Made",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** The invitations, or the initial access tokens, and what makes another one. */
export function VoucherCard<Voucher>(props: VoucherCardProps<Voucher>) {
  const { title, action, dialog } = props;
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Card>
      <CardHead
        title={title}
        action={
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden="true" className="size-3.5" />
            {action}
          </Button>
        }
      />
      <Listed {...props} />
      {isMaking && dialog(() => setIsMaking(false))}
    </Card>
  );
}

function Listed<Voucher>({ what, first, vouchers, list, row, empty }: VoucherCardProps<Voucher>) {
  const { error, reread } = list;
  if (!vouchers && error) {
    return <AdminProblem title={`The ${what} could not be loaded`} error={error} onRetry={() => void reread()} />;
  }
  if (!vouchers) return <SkeletonRows count={3} label={`Loading the ${what}`} />;
  if (vouchers.length === 0) {
    return (
      <Empty icon={empty.icon} title={`No ${what} yet`}>
        {empty.text}
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <ListTable columns={[first, ...columns]}>{vouchers.map(row)}</ListTable>
      <More what={what} end="That is all." list={list} />
    </TooltipDelays>
  );
}
