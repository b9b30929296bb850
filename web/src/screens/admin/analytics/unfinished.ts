import type { Point } from "./figures.ts";
import type { Series } from "./series.ts";

/** The figure of a point; null where nothing is drawn. */
type FigureOf = (point: Point) => number | null;
/** A series in two: the periods that are over, and the one that is not, which would look like a fall. Null where all are over. */
type Halves = [over: FigureOf, unfinished: FigureOf | null];

/** How the line of what is not over is drawn. */
export const unfinishedDash = "2 4";

export const isUnfinished = (points: readonly Point[], { unfinishedFrom }: Series): boolean =>
  unfinishedFrom !== undefined && points.some(({ day }) => day >= unfinishedFrom);

const figureOf =
  (name: string, isDrawn: (day: string) => boolean): FigureOf =>
  (point) =>
    isDrawn(point.day) ? Number(point[name]) : null;

export function barsOf(points: readonly Point[], series: Series): Halves {
  const { name, unfinishedFrom: from = "" } = series;
  if (!isUnfinished(points, series)) return [figureOf(name, () => true), null];
  return [figureOf(name, (day) => day < from), figureOf(name, (day) => day >= from)];
}

/** The second line begins where the first one ends. */
export function linesOf(points: readonly Point[], series: Series): Halves {
  const [over, unfinished] = barsOf(points, series);
  const { name, unfinishedFrom: from = "" } = series;
  const joint = points.findLast(({ day }) => day < from)?.day ?? from;
  return [over, unfinished && figureOf(name, (day) => day >= joint)];
}
