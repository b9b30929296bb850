import type { Position } from "@attestory/events/envelope.ts";

/** How far the read models have come, for those who wait for what they wrote. */
export interface Progress {
  /** True as soon as all of the projections have folded everything up to the position; false after `ms`, or when too many wait. */
  reached(names: readonly string[], position: Position, ms: number): Promise<boolean>;
  /** Seconds since all of the projections were last known to hold everything that was in the log; Infinity before they ever did. */
  lagSeconds(names: readonly string[]): number;
  /** The newest position that all of the projections have folded. */
  position(names: readonly string[]): Position;
}
