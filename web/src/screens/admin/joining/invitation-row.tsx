import type { Invitation } from "@attestory/query-api/joining/schema.ts";
import { Badge } from "../../../parts/badge.tsx";
import { cellClass, rowClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";
import { RevokeInvitation } from "./revoke-invitation.tsx";

const states = {
  open: <Badge look="success">Open</Badge>,
  used: <Badge>Used up</Badge>,
  expired: <Badge>Expired</Badge>,
  revoked: <Badge look="warning">Revoked</Badge>,
  "no-admin": <Badge look="warning">Its maker stopped being an admin</Badge>,
} as const satisfies Record<Invitation["state"], unknown>;

/** Whom an invitation is for, in words. */
export const audienceOf = ({ isAddressed, email }: Pick<Invitation, "isAddressed" | "email">): string =>
  isAddressed ? (email ?? "an erased address") : "Anyone with the link";

const wide = "max-sm:col-span-2";
const number = new Intl.NumberFormat("en");

type InvitationRowProps = { invitation: Invitation; onRevoked: () => Promise<unknown> };

/** One invitation of the table. */
export function InvitationRow({ invitation, onRevoked }: InvitationRowProps) {
  const { state, used, uses, expiresAt, madeAt, madeBy } = invitation;
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <span className="block font-medium wrap-anywhere">{audienceOf(invitation)}</span>
        <Roles {...invitation} />
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
        {state === "open" && <RevokeInvitation invitation={invitation} onRevoked={onRevoked} />}
      </td>
    </tr>
  );
}

function Roles({ isAdmin, isDeveloper, isPro }: Pick<Invitation, "isAdmin" | "isDeveloper" | "isPro">) {
  if (!isAdmin && !isDeveloper && !isPro) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {isAdmin && <Badge look="accent">Admin</Badge>}
      {isDeveloper && <Badge>Developer</Badge>}
      {isPro && <Badge>Pro</Badge>}
    </span>
  );
}
