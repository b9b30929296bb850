import { randomUUID } from "node:crypto";
import { user } from "@attestory/command-api/accounts/user.ts";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { UserState } from "@attestory/command-api/accounts/user-state.ts";
import type { Decider } from "@attestory/command-api/handling/decider.ts";
import { type HardwareKeysCommand, hardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys.ts";
import type { HardwareKeys } from "@attestory/command-api/hardware-keys/hardware-keys-state.ts";
import type { SecondFactorCommand } from "@attestory/command-api/second-factors/decide-second-factors.ts";
import { secondFactors } from "@attestory/command-api/second-factors/second-factors.ts";
import type { SecondFactors } from "@attestory/command-api/second-factors/second-factors-state.ts";
import { type SessionCommand, type SessionState, session } from "@attestory/command-api/sessions/session.ts";
import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import type { AttestoryEvent, NewEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import {
  hardwareKeysStream,
  mailStream,
  type StreamName,
  secondFactorsStream,
  sessionStream,
  userStream,
} from "@attestory/events/envelope.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { type Action, type ActionKind, sessionCommands, userCommands } from "./random-commands.ts";
import { hardwareKeyCommands, secondFactorCommands } from "./random-factor-commands.ts";
import type { Fields } from "./random-fields.ts";

export interface Fact {
  stream: StreamName;
  /** The expected version of the stream at the append. */
  expected: number;
  event: NewEvent;
}

interface Held<State, Command, Event extends AttestoryEvent, Reason extends string> {
  decider: Decider<State, Command, Event, Reason>;
  stream(userId: string): StreamName;
  states: Map<string, State>;
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
    const metadata = {
      correlationId: randomUUID(),
      sessionId: null,
      delegate: null,
      causationId: null,
      fingerprint: null,
      actor: seen.actor,
    };
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

  /** Decides about what the user holds, in the stream of its own. */
  const decidedFor = <State, Command, Event extends AttestoryEvent, Reason extends string>(
    { decider, stream, states }: Held<State, Command, Event, Reason>,
    userId: string,
    command: Command,
  ): Fact[] => {
    const decision = decider.decide(states.get(userId) ?? decider.initial, command);
    if ("refused" in decision) return [];
    return decision.map((event) => {
      const { seen, ...fact } = record(stream(userId), userId, event);
      states.set(userId, decider.evolve(states.get(userId) ?? decider.initial, seen as RecordedEvent<Event>));
      return fact;
    });
  };
  const factors = { decider: secondFactors, stream: secondFactorsStream, states: new Map<string, SecondFactors>() };
  const keys = { decider: hardwareKeys, stream: hardwareKeysStream, states: new Map<string, HardwareKeys>() };

  const fieldsOf = ({ who, where, text, flag }: Action): Fields => {
    const userId = people[who] ?? people[0];
    const state = users.get(userId);
    return {
      userId,
      ownerId: people[where] ?? people[0],
      sessionId: devices[where] ?? devices[0],
      registered: state?.status === "registered" ? state : null,
      factors: factors.states.get(userId) ?? secondFactors.initial,
      keys: keys.states.get(userId) ?? hardwareKeys.initial,
      username: `u-${who}`,
      text,
      flag,
      now: at(seconds),
    };
  };
  const emailSent = ({ sessionId }: Fields): Fact[] => {
    const data = { causeId: sessionId, causeStream: "user", causeVersion: 1, letter: "x" };
    const { seen: _, ...fact } = record(mailStream(randomUUID()), null, { type: "LetterSent", data });
    return [fact];
  };
  const factsOf = (choice: ActionKind, fields: Fields): Fact[] => {
    const { userId, sessionId } = fields;
    switch (choice.kind) {
      case "user":
        return decidedOf(userId, { type: choice.type, ...userCommands[choice.type](fields) } as UserCommand);
      case "session": {
        const command = { type: choice.type, ...sessionCommands[choice.type](fields) } as SessionCommand;
        return decidedIn(sessionId, userId, command);
      }
      case "factors": {
        const command = { type: choice.type, ...secondFactorCommands[choice.type](fields) } as SecondFactorCommand;
        return decidedFor(factors, userId, command);
      }
      case "keys": {
        const command = { type: choice.type, ...hardwareKeyCommands[choice.type](fields) } as HardwareKeysCommand;
        return decidedFor(keys, userId, command);
      }
      case "email sent":
        return emailSent(fields);
    }
  };

  return {
    people,
    keys: [...people, ...devices],
    perform(action: Action): Fact[] {
      seconds += action.seconds;
      return factsOf(action.kind, fieldsOf(action));
    },
  };
}
