import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import { mailStream, type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import type { InventedPerson } from "./invented-person.ts";
import type { Chance } from "./seeded-bytes.ts";

export interface Happening {
  stream: StreamName;
  decided: NewEvent;
}

/** The period that the events of one person cover: `from` in milliseconds since the epoch, `ms` its length. */
export interface Span {
  from: number;
  ms: number;
}

export interface LifeInput {
  person: InventedPerson & { chance: Chance };
  /** Streams of the person's identifier reservations. */
  identifiers: readonly StreamName[];
  passwordHash: string;
  span: Span;
}

const leaseMs = 30_000;
const hourMs = 3_600_000;
const remembered = { idleSeconds: 30 * 86_400, absoluteSeconds: 90 * 86_400 };
const pending = { idleSeconds: 3600, absoluteSeconds: 3600 };
const userAgents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
];

/**
 * The events of one person, in order. Everyone registers in the first half of the span, and most verify their address. Most sign in and
 * use the session; some sign out, some change their name or password.
 */
export function life({ person, identifiers, passwordHash, span }: LifeInput): Happening[] {
  const { userId, email, username, firstName, lastName, verified, chance } = person;
  const user = userStream(userId);
  const ip = `${chance.oneOf(["198.51.100", "203.0.113"])}.${chance.below(256)}`;
  const userAgent = chance.oneOf(userAgents);
  const events: Happening[] = [];
  const registeredAt = span.from + (chance.fraction() * span.ms) / 2;
  const endsAt = span.from + span.ms;
  let at = registeredAt;
  let correlationId = chance.uuid();
  const actors = {
    user: { kind: "user", id: userId },
    // Whoever registers is nobody yet: an account that a user made has no password until its owner sets one.
    registrant: { kind: "anyone", id: "" },
    mail: { kind: "system", id: "mail" },
    claims: { kind: "system", id: "claims" },
  } as const;

  const record = (stream: StreamName, event: AttestoryEvent, by: keyof typeof actors = "user") => {
    const own = by === "user" || by === "registrant";
    const id = chance.uuid();
    const decided: NewEvent = {
      id,
      event,
      person: own ? userId : null,
      recordedAt: new Date(at),
      correlationId,
      sessionId: null,
      delegate: null,
      causationId: null,
      fingerprint: null,
      ip: own ? ip : null,
      userAgent: own ? userAgent : null,
      actor: actors[by],
    };
    events.push({ stream, decided });
    return id;
  };
  const later = (ms: number) => {
    at += Math.min(ms, (endsAt - at) / 2);
    correlationId = chance.uuid();
  };
  const letter = (causeId: string, causeVersion: number, kind: string) => {
    later(2000);
    const data = { causeId, causeStream: user, causeVersion, letter: kind };
    record(mailStream(causeId), { type: "LetterSent", data }, "mail");
  };
  const session = (method: "password" | "registration", sessionEpoch: number) => {
    const sessionId = chance.uuid();
    const tokenHash = chance.bytes(32).toString("base64url");
    const rememberMe = method === "password";
    const kind = {
      method,
      secondFactor: null,
      provenAt: null,
      newDevice: false,
      rememberMe,
      pending: !rememberMe,
      ...(rememberMe ? remembered : pending),
    };
    record(sessionStream(sessionId), {
      type: "SessionStarted",
      data: { sessionId, userId, tokenHash, sessionEpoch, generation: 1, ...kind },
    });
    return sessionId;
  };

  const leaseUntil = new Date(at + leaseMs).toISOString();
  for (const stream of identifiers)
    record(stream, { type: "IdentifierClaimed", data: { userId, leaseUntil } }, "claims");
  const account = { userId, email, username, firstName, lastName, passwordHash };
  const registered = record(user, { type: "UserRegistered", data: account }, "registrant");
  for (const stream of identifiers) record(stream, { type: "IdentifierConfirmed", data: { userId } }, "claims");
  session("registration", 0);
  letter(registered, 1, "verification");
  if (!verified) return events;
  later(chance.fraction() * hourMs);
  record(user, { type: "EmailVerified", data: { userId, sameBrowser: true } });
  if (chance.below(10) === 0) return events;

  const sessionId = session("password", 0);
  for (let seen = chance.below(4); seen > 0; seen--) {
    later(chance.fraction() * 24 * hourMs);
    record(sessionStream(sessionId), { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } });
  }
  later(hourMs);
  let version = 2;
  if (chance.below(6) === 0) {
    version++;
    record(user, {
      type: "ProfileChanged",
      data: { userId, firstName, lastName: `${lastName}-${chance.below(90) + 10}` },
    });
  }
  if (chance.below(12) === 0) {
    const changed = record(user, { type: "PasswordChanged", data: { userId, passwordHash, keptSession: sessionId } });
    letter(changed, version + 1, "password-changed");
    later(24 * hourMs);
    session("password", 1);
  } else if (chance.below(3) === 0) {
    record(sessionStream(sessionId), { type: "SessionEnded", data: { sessionId, reason: "signed-out" } });
  }
  return events;
}
