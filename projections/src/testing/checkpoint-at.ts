import type { Checkpoint } from "../store/read-store.ts";

/** A checkpoint at this position, with an event id that tells the position. */
export const checkpointAt = (position: bigint): Checkpoint => ({ position, eventId: `event ${position}` });
