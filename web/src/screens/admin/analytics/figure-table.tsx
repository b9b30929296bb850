import type { Cell } from "./csv.ts";
import type { Table } from "./figures.ts";

const shown = (cell: Cell): string => (typeof cell === "number" ? cell.toLocaleString("en") : cell);
const align = (cell: Cell | undefined) => (typeof cell === "number" ? "text-right tabular-nums" : "text-left");

/** The figures of a chart. It scrolls by keyboard too. */
export function FigureTable({ title, table }: { title: string; table: Table }) {
  const { columns } = table;
  const rows = table.newestFirst ? table.rows.toReversed() : table.rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={`${title}, table`}>
      <table className="w-full text-sm">
        <thead className="text-muted">
          <tr>
            {columns.map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`sticky top-0 bg-sunken px-3 py-2 font-medium first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6 ${align(rows[0]?.[at])}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move, and two periods may have one name
            <tr key={at} className="border-t border-line">
              {row.map((cell, column) => (
                <td
                  key={columns[column]}
                  className={`px-3 py-2.5 whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6 ${align(cell)}`}
                >
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
