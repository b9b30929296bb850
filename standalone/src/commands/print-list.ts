/** A page of a list, and where the next one starts; null at the end. */
export interface ListPage<Row, Cursor> {
  rows: readonly Row[];
  next: Cursor | null;
}

export interface PrintedList<Row, Cursor> {
  isJson: boolean;
  /** The columns of a row, and how wide each is at least. */
  columns(row: Row): readonly string[];
  widths: readonly number[];
  page(after: Cursor | undefined): Promise<ListPage<Row, Cursor>>;
}

/** Prints a list of any length, page by page: a line for each row, or one JSON array. */
export async function printList<Row, Cursor>({ isJson, columns, widths, page }: PrintedList<Row, Cursor>) {
  let before = "[\n  ";
  for await (const row of rowsOf(page)) {
    process.stdout.write(isJson ? `${before}${JSON.stringify(row)}` : `${lineOf(columns(row), widths)}\n`);
    before = ",\n  ";
  }
  if (isJson) process.stdout.write(before === ",\n  " ? "\n]\n" : "[]\n");
}

async function* rowsOf<Row, Cursor>(page: PrintedList<Row, Cursor>["page"]): AsyncGenerator<Row> {
  let next: Cursor | undefined;
  do {
    const found = await page(next);
    yield* found.rows;
    next = found.next ?? undefined;
  } while (next !== undefined);
}

const lineOf = (columns: readonly string[], widths: readonly number[]) =>
  columns
    .map((text, index) => text.padEnd(widths[index] ?? 0))
    .join("  ")
    .trimEnd();
