/** The middle value. */
export function median(sample: readonly number[]): number {
  const sorted = sample.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The value that this share of the sample does not exceed. */
export const quantile = (sample: readonly number[], share: number): number =>
  sample.toSorted((a, b) => a - b)[Math.ceil(sample.length * share) - 1] ?? Number.NaN;

/** Abramowitz and Stegun 7.1.26; good to 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - series * Math.exp(-x * x);
}

/** Mann-Whitney U, two-sided, normal approximation: the probability that two samples of the same times differ at least as much. */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const ranked = [...one.map((ms) => ({ ms, mine: true })), ...other.map((ms) => ({ ms, mine: false }))];
  ranked.sort((a, b) => a.ms - b.ms);
  const rankSum = ranked.reduce((sum, { mine }, index) => (mine ? sum + index + 1 : sum), 0);
  const [n, m] = [one.length, other.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 1 - erf(z / Math.SQRT2);
}

/**
 * Measures each in turn and returns the times of each, in milliseconds. Each round starts with another one and reverses the
 * direction, so that none always follows the same one.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  calls: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(calls) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    const direction = round % 2 === 0 ? names : names.toReversed();
    const first = (round >> 1) % names.length;
    for (const name of [...direction.slice(first), ...direction.slice(0, first)]) {
      const started = performance.now();
      await calls[name]();
      times[name].push(performance.now() - started);
    }
  }
  return times;
}

/** True if the times cannot be told apart: medians less than 3 ms or a tenth apart, and Mann-Whitney's p above 0.01. */
export function indistinguishable(one: readonly number[], other: readonly number[]): { alike: boolean; why: string } {
  const [a, b] = [median(one), median(other)];
  const p = mannWhitney(one, other);
  const near = Math.abs(a - b) < Math.max(3, 0.1 * Math.min(a, b));
  return { alike: near && p > 0.01, why: `medians ${a.toFixed(2)} and ${b.toFixed(2)} ms, p ${p.toFixed(4)}` };
}

/**
 * Measures until all times are like those of `reference`. By chance one measurement in a hundred differs, on a busy machine more,
 * but three in a row show a real difference. Returns what was measured then, and nothing otherwise.
 */
export async function tellsApart(
  reference: string,
  measured: () => Promise<Readonly<Record<string, number[]>>>,
): Promise<string[]> {
  const seen: string[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { [reference]: known = [], ...others } = await measured();
    const verdicts = Object.entries(others).map(([name, times]) => ({ name, ...indistinguishable(known, times) }));
    if (verdicts.every(({ alike }) => alike)) return [];
    seen.push(...verdicts.map(({ name, why }) => `${reference} and ${name}: ${why}`));
  }
  return seen;
}
