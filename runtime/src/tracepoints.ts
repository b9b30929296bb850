import { channel } from "node:diagnostics_channel";

/** Points at which a process may end while it works: before something takes effect, or just after. */
export type Tracepoint =
  /** An append is sent to the log. Its detail is `<kind of stream> <event types>`. */
  | "append asked"
  | "append taken"
  /** A command was handled, but not answered yet. */
  | "command handled"
  | "email written"
  | "email sent"
  /** A batch of writes is in the open transaction of the named file; then it is committed, but not answered yet. */
  | "batch written"
  | "batch committed"
  /** A projection's part of a batch: events applied; documents written without the checkpoint; everything committed. */
  | "batch folded"
  | "documents written"
  | "documents kept"
  /** A build of a projection: there is its file; its documents are written; it is durable. */
  | "build begun"
  | "build written"
  | "build sealed"
  /** Its switch: it has caught up, but is not read yet; it is read, and the previous one is still there; that is dropped, and no one follows yet. */
  | "build caught up"
  | "build active"
  | "older builds dropped";

/** Name of the diagnostics channel. Each message is one text: the tracepoint, and its detail if it has one. */
export const tracepointChannel = "attestory:steps";
const steps = channel(tracepointChannel);

/** Publishes a tracepoint to the subscribers in this thread. `of`, its detail, is computed only if there are any. */
export function tracepoint(step: Tracepoint, of?: () => string): void {
  if (steps.hasSubscribers) steps.publish(of ? `${step}: ${of()}` : step);
}
