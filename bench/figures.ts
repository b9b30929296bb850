/** Figures of several rounds: lowest, median and highest. */
export interface Figure {
  min: number;
  median: number;
  max: number;
}

export function figure(rounds: readonly number[]): Figure {
  const sorted = rounds.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  return { min: at(0), median: at(Math.floor(sorted.length / 2)), max: at(sorted.length - 1) };
}

/** Ratio of each round to the round of the other that ran next to it. */
export const ratios = (ours: readonly number[], peer: readonly number[]): Figure =>
  figure(ours.map((value, round) => value / (peer[round] ?? Number.NaN)));

const shown = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3));
export const line = (name: string, { min, median, max }: Figure, unit: string): string =>
  `${name.padEnd(44)} ${shown(median).padStart(8)} ${unit.padEnd(4)} (${shown(min)} to ${shown(max)})`;
