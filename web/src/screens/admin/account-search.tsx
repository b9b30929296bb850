import { Search } from "lucide-react";
import { useLocation, useSearch } from "wouter";
import { inputClass } from "../../parts/field.tsx";
import { useTypingRest } from "../../typing-rest.ts";
import { FoundAccounts } from "./found-accounts.tsx";
import { PlainSelect } from "./plain-select.tsx";
import { useAccounts } from "./use-accounts.ts";

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
            placeholder="Name, email, username or @domain"
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
      <FoundAccounts accounts={accounts} asked={asked} onSort={(sort) => ask({ sort })} />
    </>
  );
}
