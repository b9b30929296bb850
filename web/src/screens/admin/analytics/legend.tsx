import type { Point } from "./figures.ts";
import type { Series } from "./series.ts";
import { isUnfinished, unfinishedDash } from "./unfinished.ts";

type LegendProps = { points: readonly Point[]; series: readonly Series[]; of: "lines" | "bars" };

const notOver: Series = { name: "not over yet", colour: "var(--subtle)", dash: unfinishedDash };

/** Which colour and dash is which figure. */
export function Legend({ points, series, of }: LegendProps) {
  const hasUnfinished = series.some((one) => isUnfinished(points, one));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {[...series, ...(hasUnfinished ? [notOver] : [])].map(({ name, colour, dash }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 18 10" aria-hidden="true" className="h-2.5 w-4.5">
            {of === "lines" ? (
              <line x1="0" x2="18" y1="5" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
            ) : (
              <rect
                x="4.5"
                y="0.5"
                width="9"
                height="9"
                rx="2"
                fill={colour}
                fillOpacity={dash && 0.3}
                stroke={colour}
              />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
