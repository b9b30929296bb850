import { ArrowDown, ArrowUp, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "../../parts/empty.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { AccountRow, AccountTable } from "./account-row.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { ChangeStatus } from "./change-status.tsx";
import { foundWords, knownMatches, nobodyWords } from "./found-words.ts";
import { More } from "./more.tsx";
import type { AccountQuery, Accounts } from "./use-accounts.ts";

type FoundProps = { accounts: Accounts; asked: AccountQuery; onSort: (sort: string) => void };

/** What a search or a filter found, how much it is and in which order. */
export function FoundAccounts({ accounts, asked, onSort }: FoundProps): ReactNode {
  const { users, counted, error, hasMore, isReading, reread } = accounts;
  if (!users && error) {
    return <AdminProblem title="The users could not be loaded" error={error} onRetry={() => void reread()} />;
  }
  if (!users) return <SkeletonRows count={5} label="Loading the users" />;
  if (users.length === 0 && !hasMore && !isReading) {
    const { title, text } = nobodyWords(asked);
    return (
      <Empty icon={<Users />} title={title}>
        {text}
      </Empty>
    );
  }
  return (
    <TooltipDelays>
      <p role="status" className="px-4 py-2 text-sm text-muted sm:border-b sm:border-line sm:px-6">
        {isReading ? "Searching…" : foundWords(asked, knownMatches(counted, { shown: users.length, hasMore }))}
      </p>
      <AccountTable columns={columnsFor(asked, onSort)}>
        {users.map((user) => (
          <AccountRow key={user.id} user={user} action={<ChangeStatus user={user} onChanged={reread} />} />
        ))}
      </AccountTable>
      <More what="users" end="That is everybody." list={accounts} />
    </TooltipDelays>
  );
}

/** A search has an order of its own, and a filter has none by name. */
function columnsFor({ query, status, role, sort = "newest" }: AccountQuery, onSort: FoundProps["onSort"]) {
  const sorting = { sort, onSort };
  return [
    query || status || role ? "User" : <SortButton key="user" name="User" sorts={["name", "name"]} {...sorting} />,
    "Status",
    "Last sign-in",
    query ? "Registered" : <SortButton key="registered" name="Registered" sorts={["newest", "oldest"]} {...sorting} />,
    <span key="action" className="sr-only">
      Action
    </span>,
  ];
}

type SortButtonProps = {
  name: string;
  /** What one press asks for, and what the next one does. */
  sorts: readonly [string, string];
  sort: string;
  onSort: (sort: string) => void;
};

function SortButton({ name, sorts: [first, second], sort, onSort }: SortButtonProps) {
  const Arrow = sort === "newest" ? ArrowDown : ArrowUp;
  const isCurrent = sort === first || sort === second;
  return (
    <button
      type="button"
      aria-label={`Sort by ${name.toLowerCase()}${isCurrent ? `, now ${sort}` : ""}`}
      onClick={() => onSort(sort === first ? second : first)}
      className="inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink"
    >
      {name}
      {isCurrent && <Arrow aria-hidden="true" className="size-3.5" />}
    </button>
  );
}
