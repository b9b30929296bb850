import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** Emails about one application's document on one day (UTC). Its host decides how often it changes. */
const mostADay = 3;

/** Whether the application changed because its Client ID Metadata Document did: nobody sent a command. */
export const isByDocument = ({ type, actor }: RecordedEvent): boolean =>
  type === "ApplicationChanged" && actor.kind === "system";

const dayOf = ({ recordedAt }: RecordedEvent): string => recordedAt.toISOString().slice(0, 10);

/**
 * Whether the owner gets no email about this change, because there were as many on its day. The activity of the owner has them all.
 * `before`: what happened to the application until then.
 */
export function isToldEnough(event: RecordedEvent, before: readonly RecordedEvent[]): boolean {
  if (!isByDocument(event)) return false;
  const day = dayOf(event);
  return before.filter((each) => isByDocument(each) && dayOf(each) === day).length >= mostADay;
}
