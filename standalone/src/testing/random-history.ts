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
import fc from "fast-check";

/** A random action on one of three accounts and with one of three sessions; `text` and `flag` are its arguments. */
export const action = fc.record({
  what: fc.nat(18),
  who: fc.nat(2),
  where: fc.nat(2),
  text: fc.constantFrom("Ada", "Grace", "Žofie", null),
  flag: fc.boolean(),
  /** How far the clock moves. It may go back, because the clocks of processes differ. */
  seconds: fc.integer({ min: -5, max: 900 }),
});
export type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

export interface Fact {
  stream: StreamName;
  /** The expected version of the stream at the append. */
  expected: number;
  event: NewEvent;
}

type Registered = Extract<UserState, { status: "registered" }>;

/** What the user knows of the account: the right values, or others. */
const proofsOf = (registered: Registered | null, isRight: boolean) => ({
  verifiedAgainst: isRight ? (registered?.passwordHash ?? "") : "another",
  verificationId: isRight ? (registered?.verification.id ?? "") : randomUUID(),
});

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

  return {
    people,
    keys: [...people, ...devices],
    perform({ what, who, where, text, flag, seconds: passed }: Action): Fact[] {
      seconds += passed;
      const userId = people[who] ?? people[0];
      const sessionId = devices[where] ?? devices[0];
      const ownerId = people[where] ?? people[0];
      const state = users.get(userId);
      const now = at(seconds);
      const registered = state?.status === "registered" ? state : null;
      const account = { userId, email: `${text}@example.com`, username: `u-${who}`, firstName: text, lastName: null };
      const by = { sessionId, sessionEpoch: registered?.sessionEpoch ?? 0 };
      const { verifiedAgainst, verificationId } = proofsOf(registered, flag);
      const passwordHash = `hash of ${text}`;
      const start = {
        sessionId,
        userId,
        tokenHash: "hash",
        pending: !registered?.emailVerified,
        rememberMe: flag,
        sessionEpoch: by.sessionEpoch,
        idleSeconds: 3600,
        absoluteSeconds: 43_200,
        method: "password",
      } as const;
      const roles = { userId, isAdmin: flag, isDeveloper: text === "Ada", isPro: false };
      const byAdmin = (event: UserEvent) => (registered ? userFacts(userId, [event]) : []);
      const actions: (() => Fact[])[] = [
        () => decidedOf(userId, { type: "register", passwordHash, ...account }),
        () => decidedOf(userId, { type: "register", passwordHash, ...account }),
        () =>
          decidedOf(
            userId,
            flag ? { type: "abort-registration", userId } : { type: "register-decoy", ownerId, ...account },
          ),
        () => decidedOf(userId, { type: "request-verification" }),
        () => decidedOf(userId, { type: "verify-email", verificationId, now }),
        () => decidedOf(userId, { type: "change-profile", firstName: text, lastName: flag ? text : null }),
        () => decidedOf(userId, { type: "change-profile", firstName: null, lastName: text }),
        () => decidedOf(userId, { type: "change-password", verifiedAgainst, passwordHash, by }),
        () => decidedOf(userId, { type: "rehash-password", verifiedAgainst, passwordHash }),
        () => decidedOf(userId, { type: "end-other-sessions", by }),
        () => decidedOf(userId, { type: "fence-session", userId, sessionId }),
        () => decidedIn(sessionId, userId, { type: "start", ...start }),
        () => decidedIn(sessionId, userId, { type: "start", ...start }),
        () => decidedIn(sessionId, userId, { type: "record-activity", now }),
        () => decidedIn(sessionId, userId, { type: "end", userId, reason: flag ? "signed-out" : "expired" }),
        () => byAdmin({ type: "RolesChanged", data: roles }),
        () => byAdmin({ type: "UserDeactivated", data: { userId } }),
        () => byAdmin({ type: "UserActivated", data: { userId } }),
        () => [
          record(mailStream(randomUUID()), null, {
            type: "LetterSent",
            data: { causeId: sessionId, causeStream: "user", causeVersion: 1, letter: "x" },
          }),
        ],
      ];
      return actions[what]?.() ?? [];
    },
  };
}
