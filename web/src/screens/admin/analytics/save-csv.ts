import { csvOf } from "./csv.ts";
import type { Table } from "./figures.ts";

/** Lets the browser save the table as a file. */
export function saveCsv(name: string, { columns, rows }: Table): void {
  const url = URL.createObjectURL(new Blob([csvOf(columns, rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // Later: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
