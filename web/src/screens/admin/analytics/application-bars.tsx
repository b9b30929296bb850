import type { ApplicationTotal } from "./figures.ts";

/** The table has all of them. */
const mostShown = 8;

/** The tokens and the consents of the busiest applications. */
export function ApplicationBars({ totals }: { totals: readonly ApplicationTotal[] }) {
  const most = Math.max(1, ...totals.map(({ tokens }) => tokens), ...totals.map(({ consents }) => consents));
  return (
    <ul className="grid gap-4">
      {totals.slice(0, mostShown).map(({ id, name, tokens, consents }) => (
        <li key={id} className="grid gap-1">
          <Line label={name} figure={tokens} share={tokens / most} colour="var(--chart-1)" />
          <Line label="consents" figure={consents} share={consents / most} colour="var(--chart-2)" quiet />
        </li>
      ))}
    </ul>
  );
}

type LineProps = { label: string; figure: number; share: number; colour: string; quiet?: boolean };

function Line({ label, figure, share, colour, quiet = false }: LineProps) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4.5rem] items-center gap-3 ${quiet ? "text-xs text-subtle" : "text-sm"}`}
    >
      <span className="truncate">{label}</span>
      <svg aria-hidden="true" className="h-2 w-full" preserveAspectRatio="none" viewBox="0 0 100 8">
        <rect width={share * 100} height={quiet ? 6 : 8} fill={colour} />
      </svg>
      <span className="text-right tabular-nums">{figure.toLocaleString("en")}</span>
    </div>
  );
}
