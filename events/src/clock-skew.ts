/** Milliseconds. A larger difference between two clocks is not trusted: a wrong time zone does not explain it. */
export const maxClockSkewMs = 24 * 3_600_000;
