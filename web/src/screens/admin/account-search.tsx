import { ArrowDown, ArrowUp, Search, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { Empty } from "../../parts/empty.tsx";
import { inputClass } from "../../parts/field.tsx";
import { ListTable } from "../../parts/list-table.tsx";
import { SkeletonRows } from "../../parts/skeleton.tsx";
import { TooltipDelays } from "../../parts/tooltip.tsx";
import { useTypingRest } from "../../typing-rest.ts";
import { AccountRow } from "./account-row.tsx";
import { AdminProblem } from "./admin-problem.tsx";
import { ChangeStatus } from "./change-status.tsx";
import { More } from "./more.tsx";
import { PlainSelect } from "./plain-select.tsx";
import { type Accounts, useAccounts } from "./use-accounts.ts";

const statuses = [
  ["", "Every status"],
  ["active", "Active"],
  ["inactive", "Inactive"],
  ["unverified", "Not verified"],
] as const;
const roles = [
  ["", "Every role"],
  ["admin", "Admins"],
  ["developer", "Developers"],
  ["pro", "Pro"],
] as const;

const known = ["query", "sort", "status", "role"] as const;

/** Search, order and filters, as the address has them. */
function useAsked() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = new URLSearchParams(search);
  const asked = Object.fromEntries(
    known.flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? ""]] : [])),
  );
  const ask = (changes: Readonly<Record<string, string>>) => {
    // As it is now: a search that waits begins later than this was rendered.
    const address = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) address.set(name, value);
      else address.delete(name);
    }
    const text = address.toString();
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return { asked, ask };
}

/** Every account, with search, order and filters, which are in the address. */
export function AccountSearch() {
  const { asked, ask } = useAsked();
  const accounts = useAccounts(asked);
  const isFiltered = Boolean(asked.query || asked.status || asked.role);
  const type = useTypingRest((query) => ask({ query, sort: "" }));
  return (
    <>
      <search className="flex flex-wrap gap-2 border-b border-line p-4 sm:px-6">
        <span className="relative min-w-48 flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-subtle"
          />
          <input
            type="search"
            aria-label="Search users"
            placeholder="Search by name, email or username"
            defaultValue={asked.query ?? ""}
            maxLength={254}
            onChange={(event) => type(event.target.value)}
            className={`${inputClass} pl-9`}
          />
        </span>
        <PlainSelect
          label="Status"
          value={asked.status ?? ""}
          options={statuses}
          onChoose={(status) => ask({ status, sort: "" })}
        />
        <PlainSelect
          label="Role"
          value={asked.role ?? ""}
          options={roles}
          onChoose={(role) => ask({ role, sort: "" })}
        />
      </search>
      <Found
        accounts={accounts}
        isFiltered={isFiltered}
        sort={asked.sort ?? "newest"}
        onSort={(sort) => ask({ sort })}
      />
    </>
  );
}

type FoundProps = { accounts: Accounts; isFiltered: boolean; sort: string; onSort: (sort: string) => void };

function Found({ accounts, isFiltered, sort, onSort }: FoundProps): ReactNode {
  const { users, error, hasMore, reread } = accounts;
  if (!users && error) {
    return <AdminProblem title="The users could not be loaded" error={error} onRetry={() => void reread()} />;
  }
  if (!users) return <SkeletonRows count={5} label="Loading the users" />;
  if (users.length === 0 && !hasMore) return <Nobody isFiltered={isFiltered} />;
  const sorting = { sort, onSort };
  const columns = [
    isFiltered ? "User" : <SortButton key="user" name="User" sorts={["name", "name"]} {...sorting} />,
    "Status",
    <SortButton key="registered" name="Registered" sorts={["newest", "oldest"]} {...sorting} />,
    <span key="action" className="sr-only">
      Action
    </span>,
  ];
  return (
    <TooltipDelays>
      <ListTable columns={columns}>
        {users.map((user) => (
          <AccountRow key={user.id} user={user} action={<ChangeStatus user={user} onChanged={reread} />} />
        ))}
      </ListTable>
      <More what="users" end="That is everybody." list={accounts} />
    </TooltipDelays>
  );
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty icon={<Users />} title={isFiltered ? "Nobody found" : "No users yet"}>
      {isFiltered
        ? "A search finds the beginning of a name, an email address or a username."
        : "People appear here once they register."}
    </Empty>
  );
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
