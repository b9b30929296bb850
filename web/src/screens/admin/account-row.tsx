import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Avatar } from "../../parts/avatar.tsx";
import { Badge } from "../../parts/badge.tsx";
import { initials } from "../../parts/initials.ts";
import { cellClass, ListTable, rowClass } from "../../parts/list-table.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Day } from "../erasure/day-and-time.tsx";

/** "Fern Fixture", or the username of an account without a name. */
export const nameOf = ({ firstName, lastName, username }: Pick<AdminUser, "firstName" | "lastName" | "username">) =>
  [firstName, lastName].filter(Boolean).join(" ") || username;

/** Roles, second factor and status of an account. */
export function AccountBadges({ user }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.isAdmin && <Badge look="accent">Admin</Badge>}
      {user.isDeveloper && <Badge>Developer</Badge>}
      {user.isPro && <Badge>Pro</Badge>}
      {user.twoFactorEnabled && (
        <Badge>
          <ShieldCheck aria-hidden="true" className="size-3" />
          2FA
        </Badge>
      )}
      {!user.emailVerified && <Badge look="warning">Not verified</Badge>}
      <Status user={user} />
    </span>
  );
}

function Status({ user: { isActive, erasesAt } }: { user: AdminUser }) {
  if (erasesAt !== null) {
    return (
      <Badge look="warning">
        <span>
          To be deleted on <Day at={erasesAt} />
        </span>
      </Badge>
    );
  }
  return isActive ? <Badge look="success">Active</Badge> : <Badge look="warning">Inactive</Badge>;
}

type AccountTableProps = { columns: readonly ReactNode[]; children: ReactNode };

/** The time of the registration is left out where there is too little room for it in a table. */
export const AccountTable = (props: AccountTableProps) => (
  <div className="sm:max-[1040px]:[&_tr>:nth-child(4)]:hidden">
    <ListTable {...props} />
  </div>
);

const wide = "max-sm:col-span-2";

/** One account of a table. */
export function AccountRow({ user, action }: { user: AdminUser; action: ReactNode }) {
  return (
    <tr className={rowClass}>
      <td className={cellClass}>
        <Link href={`/admin/users/${user.id}`} className="flex min-w-0 items-center gap-3 rounded-sm">
          <Avatar letters={initials(user)} />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{nameOf(user)}</span>
            <span className="block text-muted wrap-anywhere">{user.email}</span>
          </span>
        </Link>
      </td>
      <td className={`${cellClass} ${wide}`}>
        <AccountBadges user={user} />
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Last sign-in </span>
        {user.lastSignInAt === null ? "never" : <Moment at={user.lastSignInAt} />}
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Registered </span>
        <Moment at={user.registeredAt} />
      </td>
      <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>{action}</td>
    </tr>
  );
}
