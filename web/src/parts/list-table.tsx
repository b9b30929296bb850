import type { ReactNode } from "react";

/** The cells of a table that is a list on small screens. */
export const cellClass = "max-sm:block sm:px-3 sm:py-2.75 sm:first:pl-6 sm:last:pr-6";

export const rowClass =
  "border-t border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:p-4";

type ListTableProps = { columns: readonly ReactNode[]; children: ReactNode };

/** A table; each row becomes an entry of a list where the screen is narrow. */
export function ListTable({ columns, children }: ListTableProps) {
  return (
    <table className="w-full text-sm max-sm:block">
      <thead className="bg-sunken text-left text-muted max-sm:sr-only">
        <tr>
          {columns.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
            <th key={at} scope="col" className="px-3 py-2 font-medium first:pl-6 last:pr-6">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  );
}
