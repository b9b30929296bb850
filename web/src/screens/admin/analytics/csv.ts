export type Cell = string | number;

/** A spreadsheet would compute a text that begins with one of these. */
const formula = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180: lines end with CRLF, and a cell with a comma, a quote or a line break is quoted. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
