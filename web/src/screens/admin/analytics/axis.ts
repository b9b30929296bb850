/** More steps would be too close. */
const mostSteps = 5;

/** The figures beside a chart: whole numbers in even steps, from 0 to no less than the highest one that is shown. */
export function axisTo(highest: number): number[] {
  const least = highest / mostSteps;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = [1, 2, 5].map((factor) => factor * power).find((size) => size >= least) ?? 10 * power;
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/** A share is shown beside the whole, so that none looks large because all are small. */
export const percentAxis: readonly number[] = [0, 25, 50, 75, 100];

const compact = new Intl.NumberFormat("en", { notation: "compact" });
/** From here on, numbers are too wide for the axis. */
const wide = 10_000;

/** How the figures of an axis are written: all in full, or all in short. */
export const axisWords = (axis: readonly number[]): ((figure: number) => string) =>
  (axis.at(-1) ?? 0) < wide ? (figure) => figure.toLocaleString("en") : compact.format;
