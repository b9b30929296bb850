import { randomUUID } from "node:crypto";
import { user } from "@attestory/command-api/accounts/user.ts";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { UserState } from "@attestory/command-api/accounts/user-state.ts";
import { type SessionCommand, type SessionState, session } from "@attestory/command-api/sessions/session.ts";
import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { mailStream, type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { type Action, type ActionKind, type Fields, sessionCommands, userCommands } from "./random-commands.ts";

export interface Fact {
  stream: StreamName;
  /** The expected version of the stream at the append. */
  expected: number;
  event: NewEvent;
}

/** Three users whose actions go through the deciders, so that only possible histories are generated. */
export function createActors() {
  const people = [randomUUID(), randomUUID(), randomUUID()] as const;
  const devices = [randomUUID(), randomUUID(), randomUUID()] as const;
  const users = new Map<string, UserState>();
  const sessions = new Map<string, SessionState>();
  const versions = new Map<StreamName, number>();
  let seconds = 0;

  const record = (stream: StreamName, person: string | null, event: AttestoryEvent): Fact & { seen: RecordedEvent } => {
    const expected = versions.get(stream) ?? 0;
    versions.set(stream, expected + 1);
    const recordedAt = at(seconds);
    const seen = recorded(event, { stream, version: expected + 1, recordedAt });
    const client = person ? { ip: "192.0.2.7", userAgent: "a browser" } : { ip: null, userAgent: null };
    const metadata = { correlationId: randomUUID(), causationId: null, fingerprint: null, actor: seen.actor };
    return { stream, expected, seen, event: { id: seen.id, event, person, recordedAt, ...metadata, ...client } };
  };
  const userFacts = (userId: string, events: readonly UserEvent[]): Fact[] =>
    events.map((event) => {
      const person = "ownerId" in event.data ? event.data.ownerId : userId;
      const { seen, ...fact } = record(userStream(userId), person, event);
      users.set(userId, user.evolve(users.get(userId) ?? user.initial, seen as RecordedEvent<UserEvent>));
      return fact;
    });
  const sessionFacts = (sessionId: string, person: string, events: readonly SessionEvent[]): Fact[] =>
    events.map((event) => {
      const { seen, ...fact } = record(sessionStream(sessionId), person, event);
      sessions.set(
        sessionId,
        session.evolve(sessions.get(sessionId) ?? session.initial, seen as RecordedEvent<SessionEvent>),
      );
      return fact;
    });

  const decidedOf = (userId: string, command: UserCommand): Fact[] => {
    const decision = user.decide(users.get(userId) ?? user.initial, command);
    return "refused" in decision ? [] : userFacts(userId, decision);
  };
  const decidedIn = (sessionId: string, userId: string, command: SessionCommand): Fact[] => {
    const decision = session.decide(sessions.get(sessionId) ?? session.initial, command);
    return "refused" in decision ? [] : sessionFacts(sessionId, userId, decision);
  };

  /** What may be done, in the order of `Doing.what`. */
  const actions = ({ who, where, text, flag, seconds: passed }: Doing): (() => Fact[])[] => {
    seconds += passed;
    const now = at(seconds);
    const userId = people[who] ?? people[0];
    const sessionId = devices[where] ?? devices[0];
    const ownerId = people[where] ?? people[0];
    const registered = registeredState(users.get(userId));
    const { sessionEpoch, pending } = sessionStart(registered);
    const by = { sessionId, sessionEpoch };
    const known = knownSecrets(registered, flag);
    const account = { userId, email: `${text}@example.com`, username: `u-${who}`, firstName: text, lastName: null };
    const passwordHash = `hash of ${text}`;
    const start: SessionCommand = {
      type: "start",
      sessionId,
      userId,
      tokenHash: "hash",
      pending,
      rememberMe: flag,
      sessionEpoch,
      idleSeconds: 3600,
      absoluteSeconds: 43_200,
      method: "password",
    };
    const ofUser = (command: UserCommand) => () => decidedOf(userId, command);
    const ofSession = (command: SessionCommand) => () => decidedIn(sessionId, userId, command);
    const byOthers = (event: UserEvent) => () => (registered ? userFacts(userId, [event]) : []);
    return [
      ofUser({ type: "register", passwordHash, ...account }),
      ofUser({ type: "register", passwordHash, ...account }),
      ofUser(flag ? { type: "abort-registration", userId } : { type: "register-decoy", ownerId, ...account }),
      ofUser({ type: "request-verification" }),
      ofUser({ type: "verify-email", verificationId: known.verificationId, now }),
      ofUser({ type: "change-profile", firstName: text, lastName: flag ? text : null }),
      ofUser({ type: "change-profile", firstName: null, lastName: text }),
      ofUser({ type: "change-password", verifiedAgainst: known.passwordHash, passwordHash, by }),
      ofUser({ type: "rehash-password", verifiedAgainst: known.passwordHash, passwordHash }),
      ofUser({ type: "end-other-sessions", by }),
      ofUser({ type: "fence-session", userId, sessionId }),
      ofSession(start),
      ofSession(start),
      ofSession({ type: "see", now }),
      ofSession({ type: "end", userId, reason: endReason(flag) }),
      byOthers({ type: "RolesChanged", data: { userId, isAdmin: flag, isDeveloper: text === "Ada", isPro: false } }),
      byOthers({ type: "UserDeactivated", data: { userId } }),
      byOthers({ type: "UserActivated", data: { userId } }),
      () => [happens(mailStream(randomUUID()), null, sentMailAbout(sessionId))],
    ];
  };

  return {
    people,
    keys: [...people, ...devices],
    does: (doing: Doing): Fact[] => actions(doing)[doing.what]?.() ?? [],
  };
}

type Registered = Extract<UserState, { status: "registered" }>;

const registeredState = (state: UserState | undefined): Registered | null =>
  state?.status === "registered" ? state : null;

const sessionStart = (user: Registered | null) => ({
  sessionEpoch: user?.sessionEpoch ?? 0,
  pending: !user?.emailVerified,
});

/** What only the user knows, or wrong values. */
const knownSecrets = (user: Registered | null, areRight: boolean) => ({
  passwordHash: (areRight && user?.passwordHash) || "another",
  verificationId: (areRight && user?.verification.id) || randomUUID(),
});

const endReason = (flag: boolean) => (flag ? "signed-out" : "expired");

const sentMailAbout = (causeId: string): AttestoryEvent => ({
  type: "LetterSent",
  data: { causeId, causeStream: "user", causeVersion: 1, letter: "x" },
});
