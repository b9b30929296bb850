import type { InitialAccessToken } from "@attestory/query-api/client-registration/schema.ts";
import { Badge } from "../../../parts/badge.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { RevokeToken } from "./revoke-token.tsx";

const states = {
  open: <Badge look="success">Open</Badge>,
  used: <Badge>Used up</Badge>,
  expired: <Badge>Expired</Badge>,
  revoked: <Badge look="warning">Revoked</Badge>,
  "no-admin": <Badge look="warning">Ended with its maker</Badge>,
} as const satisfies Record<InitialAccessToken["state"], unknown>;

const wide = "max-sm:col-span-2";
const number = new Intl.NumberFormat("en");

type TokenRowProps = { token: InitialAccessToken; onRevoked: () => Promise<unknown> };

/** One initial access token of the table. */
export function TokenRow({ token, onRevoked }: TokenRowProps) {
  const { label, state, used, uses, expiresAt, madeAt, madeBy } = token;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="block font-medium wrap-anywhere">{label ?? "An erased label"}</span>
      </td>
      <td className={`${cellClass} ${wide}`}>{states[state]}</td>
      <td className={`${cellClass} ${wide} text-muted tabular-nums`}>
        <span className="text-subtle sm:hidden">Uses left: </span>
        {number.format(uses - used)} of {number.format(uses)}
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
        {state === "open" && <RevokeToken token={token} onRevoked={onRevoked} />}
      </td>
    </tr>
  );
}
