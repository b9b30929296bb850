import { saveFile } from "../../../save-file.ts";
import { csvOf } from "./csv.ts";
import type { Table } from "./figures.ts";

/** Lets the browser save the table as a file. */
export const saveCsv = (name: string, { columns, rows }: Table): void =>
  saveFile(`${name}.csv`, new Blob([csvOf(columns, rows)], { type: "text/csv;charset=utf-8" }));
