import { longDay } from "./day-range.ts";
import type { Point } from "./figures.ts";
import type { Series } from "./series.ts";

/** What a card says where it has no chart. */
export interface Words {
  title: string;
  text: string;
}

type Shown = {
  points: readonly Point[];
  series: readonly Pick<Series, "name">[];
  /** What a point is the figure of. */
  period: "day" | "week";
  /** The title where there is nothing at all. */
  nothing: string;
};

/** Words where fewer than two points have a figure: a chart would show one peak, or none. Null where there is a chart. */
export function insteadOfChart({ points, series, period, nothing }: Shown): Words | null {
  const told = series.flatMap(({ name }) => points.filter((point) => Number(point[name]) > 0));
  const [first] = told;
  if (!first) return { title: nothing, text: "Choose a longer range." };
  if (told.some(({ day }) => day !== first.day)) return null;
  const figures = series
    .filter(({ name }) => Number(first[name]) > 0)
    .map(({ name }) => `${name}: ${Number(first[name]).toLocaleString("en")}`);
  const when = period === "day" ? "On" : "In the week from";
  return { title: figures.join(", "), text: `${when} ${longDay(first.day)} alone. A chart needs two ${period}s.` };
}
