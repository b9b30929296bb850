import type { RecordedEvent } from "./catalogue.ts";

/**
 * Why an address or a username would have two owners; null if it has one. Its stream has one event after the other, and whoever owns it
 * releases it before another person claims it.
 */
export function secondOwner(
  event: RecordedEvent,
  before: () => Promise<RecordedEvent | null>,
): Promise<string | null> | null {
  if (event.type !== "IdentifierClaimed" || event.version === 1) return null;
  const { userId } = event.data;
  const what = event.stream.startsWith("email-") ? "an address" : "a username";
  return before().then((former) =>
    former?.type === "IdentifierConfirmed" && former.data.userId !== userId ? `${what} has two owners` : null,
  );
}
