import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { type CommandContext, eventId } from "./command-context.ts";

/** Where events belong and where they come from. */
export interface EventOrigin {
  stream: StreamName;
  /** The person whose key encrypts the personal fields of the events; null if they have none. */
  person: string | null;
  commandContext: CommandContext;
}

/** The decided events with their ids and metadata, ready to be sealed. */
export function newEvents(
  { stream, person, commandContext }: EventOrigin,
  decision: readonly AttestoryEvent[],
): NewEvent[] {
  const { actor, delegate, authority, correlationId, causationId, fingerprint, now, ip, userAgent } = commandContext;
  return decision.map((event, index) => ({
    id: eventId(commandContext, stream, index),
    event,
    person,
    recordedAt: now,
    actor,
    delegate,
    sessionId: authority?.kind === "session" ? authority.id : null,
    correlationId,
    causationId,
    fingerprint,
    // Without a person no key can encrypt the IP address, and it must not be stored as plain text.
    ip: person ? ip : null,
    userAgent: person ? userAgent : null,
  }));
}
