/**
 * Every n-th of these combinations, beginning with the `first`; all of them in `npm run test:faults`. Where `n` has no factor in common with the
 * number of values that vary fastest, every value is tried, each in a few places.
 */
export const fewOf = <Item>(all: readonly Item[], n: number, first = 0): Item[] =>
  process.env.FULL_RUN === "1" ? [...all] : all.filter((_, at) => at % n === first % n);
