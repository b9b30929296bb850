import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { type SampleEvent, sampleEvents } from "@attestory/events/testing/sample-events.ts";

/** A user with a session. */
export interface Someone {
  userId: string;
  sessionId: string;
}

export interface Happening {
  stream: StreamName;
  event: AttestoryEvent;
}

const samples = sampleEvents().filter(({ kind }) => kind === "user" || kind === "session");
const isFirst = ({ event }: SampleEvent) => event.type === "UserRegistered" || event.type === "SessionStarted";
/** The events that create the documents of a user and of a session. */
const first = samples.filter(isFirst);

/** Every event of a user or a session, from its sample, as it happens to this one; those that create documents come first. */
export const eventsOf = (someone: Someone): Happening[] =>
  [...first, ...samples.filter((sample) => !isFirst(sample))].map((sample) => happening(sample, someone));
export const firstEventsOf = (someone: Someone): Happening[] => first.map((sample) => happening(sample, someone));

function happening({ kind, event }: SampleEvent, { userId, sessionId }: Someone): Happening {
  const ids = { userId, ownerId: userId, sessionId, keptSession: sessionId };
  const own = Object.entries(ids).filter(([field]) => field in event.data);
  const data = { ...event.data, ...Object.fromEntries(own) };
  const stream = kind === "user" ? userStream(userId) : sessionStream(sessionId);
  return { stream, event: { ...event, data } as AttestoryEvent };
}
