import type { InitialAccessToken } from "@attestory/query-api/client-registration/schema.ts";
import type { Invitation } from "@attestory/query-api/joining/schema.ts";
import type { ReactNode } from "react";
import { Badge } from "../../../parts/badge.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";

/** What an admin makes for a number of uses and a time. */
export type Voucher = Invitation | InitialAccessToken;

const states = {
  open: <Badge look="success">Open</Badge>,
  used: <Badge>Used up</Badge>,
  expired: <Badge>Expired</Badge>,
  revoked: <Badge look="warning">Revoked</Badge>,
  "no-admin": <Badge look="warning">Ended with its maker's rights</Badge>,
} as const satisfies Record<Voucher["state"], ReactNode>;

const wide = "max-sm:col-span-2";
const number = new Intl.NumberFormat("en");

type VoucherRowProps = {
  voucher: Voucher;
  name: string;
  /** Below the name. */
  children?: ReactNode;
  /** What revokes it, while it is open. */
  revoke: ReactNode;
};

/** One invitation, or one initial access token. */
export function VoucherRow({ voucher, name, children, revoke }: VoucherRowProps) {
  const { state, used, uses, expiresAt, madeAt, madeBy } = voucher;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="block font-medium wrap-anywhere">{name}</span>
        {children}
      </td>
      <td className={`${cellClass} ${wide}`}>{states[state]}</td>
      <td className={`${cellClass} ${wide} text-muted tabular-nums`}>
        <span className="text-subtle sm:hidden">Used </span>
        {number.format(used)} of {number.format(uses)}
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Expires </span>
        <Moment at={expiresAt} />
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Made </span>
        <Moment at={madeAt} />
        {madeBy.username && <span className="text-subtle wrap-anywhere sm:block"> by {madeBy.username}</span>}
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>
        {state === "open" && revoke}
      </td>
    </tr>
  );
}
