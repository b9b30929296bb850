import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";

type EmailChanged = RecordedEvent & { type: "EmailChanged" };

/**
 * The first change of the address after this position; null if there was none. A change that was undone does not count: it was not the
 * owner's, whose address it was meanwhile neither. Read from the log, because a state forgets a change that can no longer be undone.
 */
export async function changeAfter(
  { log, sealing }: { log: EventLog; sealing: Sealing },
  userId: string,
  position: Position,
): Promise<EmailChanged | null> {
  const { events } = await log.read(userStream(userId));
  let changes: EmailChanged[] = [];
  for (const event of events) {
    if (event.type === "EmailChanged") changes.push(event);
    if (event.type === "EmailChangeUndone") changes = before(changes, event.data.changeId);
  }
  const change = changes.find((each) => each.position > position);
  const [decrypted] = change ? await sealing.decrypt([change]) : [];
  return decrypted?.type === "EmailChanged" ? decrypted : null;
}

/** The later changes are undone with it. */
function before(changes: readonly EmailChanged[], undoneId: string): EmailChanged[] {
  const first = changes.findIndex(({ id }) => id === undoneId);
  return changes.slice(0, Math.max(first, 0));
}
