import { channel } from "node:diagnostics_channel";

/** Moments of a command's way at which a process may end: before something is so, or just after. */
export type Tracepoint =
  /** The log is asked to take an append, of `<kind of stream> <event types>`. */
  | "append asked"
  | "append taken"
  /** A command is done, and nobody was answered. */
  | "command handled"
  | "letter written"
  | "letter sent"
  /** A batch of writes stands in the open transaction of the file that is named; then it is committed, and nobody was answered. */
  | "batch written"
  | "batch committed"
  /** A projection's part of a batch: folded; its documents written without the checkpoint; all of it committed. */
  | "batch folded"
  | "documents written"
  | "documents kept";

/** Name of the diagnostics channel on which every step is told as one text: the step, and what it is of. */
export const tracepointChannel = "attestory:steps";
const steps = channel(tracepointChannel);

/** Tells whoever listens in this thread how far the work has come. Costs nothing when nobody does. */
export function tracepoint(step: Tracepoint, of?: () => string): void {
  if (steps.hasSubscribers) steps.publish(of ? `${step}: ${of()}` : step);
}
