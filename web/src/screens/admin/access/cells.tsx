import type { HeldApiKey } from "@attestory/query-api/admin/access-schema.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../../parts/badge.tsx";
import { cellClass } from "../../../parts/list-table.tsx";
import { Moment } from "../../../parts/moment.tsx";

type Held = Pick<HeldApiKey, "owner" | "createdAt" | "lastUsedAt">;
const wide = "max-sm:col-span-2";

/** What it is: beside its name on wide screens, above everything else on small ones. */
export const WhatCell = ({ children }: { children: ReactNode }) => (
  <td className={`${cellClass} min-w-0`}>{children}</td>
);

export const ActionCell = ({ children }: { children: ReactNode }) => (
  <td className={`${cellClass} max-sm:col-start-2 max-sm:row-start-1 sm:text-right`}>{children}</td>
);

/** Name and, under it, what tells it from others. */
export function Named({ name, children, badge }: { name: string; children?: ReactNode; badge?: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium wrap-anywhere">
        {name}
        {badge}
      </span>
      {children && <span className="block text-muted wrap-anywhere">{children}</span>}
    </span>
  );
}

/** `whose`: what comes before the user's name on small screens; null where the user is not named. `made`: what the first time is of. */
type HeldCellsProps = { held: Held; whose: string | null; made: string };

/** Whose it is, since when, and when it was last used. */
export function HeldCells({ held: { owner, createdAt, lastUsedAt }, whose, made }: HeldCellsProps) {
  return (
    <>
      {whose !== null && (
        <td className={`${cellClass} ${wide}`}>
          <span className="text-subtle sm:hidden">{whose} </span>
          <Link href={`/admin/users/${owner.id}`} className="rounded-sm font-medium wrap-anywhere hover:underline">
            {owner.username ?? "Erased person"}
          </Link>{" "}
          {!owner.isActive && <Badge look="warning">Inactive</Badge>}
        </td>
      )}
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">{made} </span>
        <Moment at={createdAt} />
      </td>
      <td className={`${cellClass} ${wide} text-muted`}>
        <span className="text-subtle sm:hidden">Last used </span>
        {lastUsedAt ? <Moment at={lastUsedAt} /> : <span className="max-sm:lowercase">Never</span>}
      </td>
    </>
  );
}
