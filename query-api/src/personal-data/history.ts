import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { ApplicationSettings } from "@attestory/events/application-settings.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { streamsNamedAfter, streamsOf, withRequests } from "./own-streams.ts";
import { inLogOrder, inPages } from "./read-streams.ts";
import type { HistoryEntry } from "./schema.ts";
import { isAbout, settingsSaid, tellEvent } from "./tell-event.ts";

export interface HistoryParts {
  log: Pick<EventLog, "read">;
  store: Pick<ReadStore, "list">;
  sealing: Pick<Sealing, "decrypt">;
}

/** Keys are fetched once a page. */
const pageSize = 100;

/** Every event that tells of the person, oldest first. */
export async function* historyOf({ log, store, sealing }: HistoryParts, userId: string): AsyncGenerator<HistoryEntry> {
  const events = inLogOrder(log, streamsNamedAfter(userId), withRequests(streamsOf(store, userId)));
  const settings = new Map<string, ApplicationSettings>();
  for await (const page of inPages(events, pageSize)) {
    const opened = await decryptOwn(sealing, page, userId);
    yield* opened.flatMap((event) => told(event, userId, settings) ?? []);
  }
}

/** Null if the event tells nothing of the person. `settings`: of each application, as they were until then. */
function told(event: RecordedEvent, userId: string, settings: Map<string, ApplicationSettings>): HistoryEntry | null {
  const said = settingsSaid(event);
  const settingsBefore = said && (settings.get(said.applicationId) ?? null);
  if (said) settings.set(said.applicationId, said);
  return isAbout(event, userId) ? tellEvent(event, { userId, settingsBefore }) : null;
}

/** Decrypts what is encrypted for the person. What is for others stays as it is. */
export async function decryptOwn(
  sealing: Pick<Sealing, "decrypt">,
  events: readonly RecordedEvent[],
  userId: string,
): Promise<RecordedEvent[]> {
  const own = await sealing.decrypt(events.filter(({ person }) => person === userId));
  const byId = new Map(own.map((event) => [event.id, event]));
  return events.map((event) => byId.get(event.id) ?? event);
}
