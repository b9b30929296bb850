import type { Recorded, RecordedEvent } from "@attestory/events/catalogue.ts";
import {
  laterProofs,
  type Proofs,
  proofOfStepUp,
  proofsOfStart,
  type RecordedProofs,
  readProofs,
  recordProofs,
} from "@attestory/events/session-proofs.ts";
import { sessionEvents } from "@attestory/events/sign-in-events.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

type Started = Recorded<"SessionStarted">["data"];
type Ended = Recorded<"SessionEnded">["data"];

/** The state of a session. `sessionValidity` decides whether it is valid. */
export interface SessionDocument extends Omit<Started, "sessionId" | "provenAt"> {
  id: string;
  /** Milliseconds since the epoch, as are the next two. */
  startedAt: number;
  lastSeenAt: number;
  /** When the user last proved who they are. */
  authenticatedAt: number;
  /** When each kind of proof was last given. */
  proofs: RecordedProofs;
  ended: Ended["reason"] | null;
  /** The version of its stream. */
  version: number;
  /** The newest IP address and user agent, encrypted. Decrypted only for display, and dropped when the session ends. */
  seal: SealedFields | null;
}

/**
 * Keyed by session id. The index `user` lists the sessions of a user and session epoch that have not ended, by expiry. So those that
 * may still be valid come first in descending order.
 */
export const sessions: Projection<SessionDocument> = defineProjection({
  name: "sessions@5",
  group: "authentication",
  personal: "sealed",
  indexes: {
    user: {
      entry: (session) => (session.ended ? null : { value: epochOf(session), order: instantOrder(expiryOf(session)) }),
    },
  },
  keys: (event) => [event.data.sessionId],
  covers: sessionEvents,
  begin: { SessionStarted: started },
  evolve: {
    SessionSeen: (session, event) => ({
      ...used(session, event),
      proofs: withProofs(session, readProofs(event.data.proofs)),
    }),
    SessionReauthenticated: (session, event) => ({
      ...used(session, event),
      proofs: withProofs(session, { [proofOfStepUp(event.data)]: event.recordedAt }),
      authenticatedAt: Math.max(session.authenticatedAt, event.recordedAt.getTime()),
    }),
    SessionEnded: (session, { data, version }) => ({ ...session, version, ended: data.reason, seal: null }),
  },
});

function started(event: Recorded<"SessionStarted">): SessionDocument {
  const { sessionId, provenAt, ...facts } = event.data;
  const at = event.recordedAt.getTime();
  const { version } = event;
  const times = { startedAt: at, lastSeenAt: at, authenticatedAt: at };
  const proofs = recordProofs(proofsOfStart({ ...facts, provenAt }, event.recordedAt));
  return { id: sessionId, ...facts, ...times, proofs, ended: null, version, seal: sealedFieldsOf(event) };
}

const withProofs = ({ proofs }: SessionDocument, given: Proofs): RecordedProofs =>
  recordProofs(laterProofs(readProofs(proofs), given));

/** Another process's clock may be behind; what is known never goes back. */
const used = (session: SessionDocument, event: RecordedEvent): SessionDocument => ({
  ...session,
  version: event.version,
  lastSeenAt: Math.max(session.lastSeenAt, event.recordedAt.getTime()),
  seal: sealedFieldsOf(event) ?? session.seal,
});

/** The value in the index `user`: a raised epoch ends every session of the earlier ones but one. */
export const epochOf = ({ userId, sessionEpoch }: Pick<SessionDocument, "userId" | "sessionEpoch">): string =>
  `${userId} ${sessionEpoch}`;

/** When the session expires unless it is used again, in milliseconds since the epoch. */
const expiryOf = ({ startedAt, lastSeenAt, idleSeconds, absoluteSeconds }: SessionDocument): number =>
  Math.min(lastSeenAt + idleSeconds * 1000, startedAt + absoluteSeconds * 1000);

/** Padded to fifteen digits, instants sort as text like numbers, for thirty thousand years. */
export const instantOrder = (milliseconds: number) => String(milliseconds).padStart(15, "0");
