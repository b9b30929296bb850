interface Extents<Extent> {
  /** For `npm run test:distributed -- --few`. */
  few: Extent;
  /** For `npm run test:distributed`. */
  usual: Extent;
  /** With `FULL_RUN=1`. */
  full: Extent;
}

/** How often to repeat what a run may repeat less often. */
export function extent<Extent>({ few, usual, full }: Extents<Extent>): Extent {
  if (process.env.FULL_RUN === "1") return full;
  return process.env.FEW === "1" ? few : usual;
}
