import { ChartArea, ChartLine, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { FigureTable } from "./figure-table.tsx";
import type { Table } from "./figures.ts";
import type { Words } from "./instead-of-chart.ts";
import { saveCsv } from "./save-csv.ts";

type FigureCardProps = {
  title: string;
  about: string;
  /** Of the file, without its ending. */
  file: string;
  table: Table;
  /** Instead of the chart; null where there is one. */
  words: Words | null;
  wide?: boolean;
  children: ReactNode;
};

/** A chart, the table behind it, and its file. */
export function FigureCard({ title, about, file, table, words, wide = false, children }: FigureCardProps) {
  const [view, setView] = useState<View>("chart");
  return (
    // A grid, so that the cards of a line are equally high.
    <div className={`grid grid-cols-[minmax(0,1fr)] ${wide ? "md:col-span-2" : ""}`}>
      <Card>
        <section aria-label={title}>
          <div className="flex items-center justify-between gap-x-3 border-b border-line px-4 py-3 sm:px-6">
            <div className="min-w-0">
              <h2 className="font-semibold">{title}</h2>
              <p className="text-sm text-muted">{about}</p>
            </div>
            <div className="flex flex-none items-center gap-1">
              <Views of={title} view={view} onChange={setView} />
              <Button look="ghost" size="small" aria-label={`${title}: CSV`} onClick={() => saveCsv(file, table)}>
                CSV
              </Button>
            </div>
          </div>
          {view === "table" && <FigureTable title={title} table={table} />}
          {view === "chart" && words !== null && (
            <Empty icon={<ChartLine />} title={words.title}>
              {words.text}
            </Empty>
          )}
          {view === "chart" && words === null && <div className="grid gap-3 px-4 py-5 sm:px-6">{children}</div>}
        </section>
      </Card>
    </div>
  );
}

type View = "chart" | "table";
const views = [
  { view: "chart", name: "Chart", Icon: ChartArea },
  { view: "table", name: "Table", Icon: Table2 },
] as const;

function Views({ of, view: chosen, onChange }: { of: string; view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label={`${of}: how it is shown`}
      className="inline-flex gap-0.5 rounded-md border border-line bg-hover p-0.5"
    >
      {views.map(({ view, name, Icon }) => (
        <button
          key={view}
          type="button"
          aria-label={`${of}: ${name}`}
          aria-pressed={view === chosen}
          onClick={() => onChange(view)}
          className="grid h-11 w-11 place-items-center rounded-sm text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-strong)] sm:h-6.5 sm:w-9"
        >
          <Icon aria-hidden="true" className="size-3.5" />
        </button>
      ))}
    </fieldset>
  );
}
