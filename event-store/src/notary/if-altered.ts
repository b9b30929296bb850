import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { DamagedEvent } from "../log/event-log.ts";

/** What reads throw where the log is not as it was written. */
const alterations = [DamagedEvent, UnreadableEvent];

/** What to answer where a read of the log has failed. @throws what is no alteration */
export function ifAltered(error: unknown): "altered" {
  if (alterations.some((kind) => error instanceof kind)) return "altered";
  throw error;
}
