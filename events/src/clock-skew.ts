/** Milliseconds. A larger difference between two clocks is not believed: it is more than a wrong time zone explains. */
export const maxClockSkewMs = 24 * 3_600_000;
