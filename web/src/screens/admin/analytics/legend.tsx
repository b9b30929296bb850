import type { Series } from "./series.ts";

type LegendProps = { series: readonly Series[]; of: "lines" | "bars" };

/** Which colour and dash is which figure. */
export function Legend({ series, of }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ name, colour, dash }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 18 10" aria-hidden="true" className="h-2.5 w-4.5">
            {of === "lines" ? (
              <line x1="0" x2="18" y1="5" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
            ) : (
              <rect x="4" width="10" height="10" rx="2" fill={colour} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
