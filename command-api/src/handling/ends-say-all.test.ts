import { randomUUID } from "node:crypto";
import { countingReads } from "@attestory/event-store/testing/log-with.ts";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type ReservationCommand, reservation } from "../identifiers/reservation.ts";
import { type SessionCommand, session } from "../sessions/session.ts";
import { type AttemptCommand, attemptHistory } from "../sign-in/attempt-history.ts";
import { systemContext } from "./command-context.ts";
import { createCommandHandler } from "./command-handler.ts";
import type { Decider } from "./decider.ts";

const [userId, other] = [randomUUID(), randomUUID()];
const start = Date.UTC(2026, 2, 1);
const sessionId = randomUUID();
const startSession: SessionCommand = {
  type: "start",
  ...sampleSession({ sessionId, userId, rememberMe: true, absoluteSeconds: 1e9 }),
};

/** The stream that the commands produce. Each command runs the given seconds after the one before. */
function streamOf<State, Command, Event extends AttestoryEvent>(
  { initial, decide, evolve }: Decider<State, Command, Event, string>,
  commands: (readonly [afterSeconds: number, command: (now: Date) => Command])[],
): RecordedEvent<Event>[] {
  const events: RecordedEvent<Event>[] = [];
  let [state, now] = [initial, start];
  for (const [afterSeconds, command] of commands) {
    now += afterSeconds * 1000;
    const decision = decide(state, command(new Date(now)));
    for (const event of "refused" in decision ? [] : decision) {
      const next = recorded(event, { recordedAt: new Date(now) }) as RecordedEvent<Event>;
      events.push(next);
      state = evolve(state, next);
    }
  }
  return events;
}

/** Checks every prefix of random streams: its first event and its newest ones yield the same state as all its events. */
function decidesOnNewest<State, Command, Event extends AttestoryEvent>(
  decider: Decider<State, Command, Event, string>,
  command: fc.Arbitrary<(now: Date) => Command>,
  first: (() => Command)[] = [],
) {
  const wait = fc.oneof({ arbitrary: fc.nat(60), weight: 20 }, fc.nat(200_000));
  const later = fc.array(fc.tuple(wait, command), { minLength: 200, maxLength: 300 });
  const newest = decider.decidesOnNewest ?? 0;
  expect(newest).toBeGreaterThan(0);
  const fold = (events: RecordedEvent<Event>[]) => events.reduce(decider.evolve, decider.initial);
  fc.assert(
    fc.property(later, (commands) => {
      const events = streamOf(decider, [...first.map((make) => [0, make] as const), ...commands]);
      for (let length = newest + 2; length <= events.length; length++) {
        const ends = [...events.slice(0, 1), ...events.slice(length - newest, length)];
        expect(fold(ends)).toEqual(fold(events.slice(0, length)));
      }
    }),
    { numRuns: 30 },
  );
}

it("RE-23 folds an identifier reservation to the same state from its first and newest events alone", () => {
  const of = fc.constantFrom(userId, other);
  const type = fc.constantFrom("reserve", "confirm", "release");
  decidesOnNewest(
    reservation,
    fc
      .record({ type, userId: of })
      .map((asked) => (now: Date) => ({ ...asked, leaseUntil: null, now }) as ReservationCommand),
  );
});

it("RE-23 folds a session to the same state from its first and newest events alone", () => {
  const see = (now: Date): SessionCommand => ({ type: "record-activity", now });
  const end = (): SessionCommand => ({ type: "end", userId, reason: "signed-out" });
  const stepUp = (): SessionCommand => ({ type: "reauthenticate", method: "password", userVerified: false });
  const stepUpByKey = (): SessionCommand => ({ type: "reauthenticate", method: "hardware-key", userVerified: true });
  const command = fc.oneof(
    { arbitrary: fc.constant(see), weight: 300 },
    { arbitrary: fc.constant(stepUp), weight: 10 },
    { arbitrary: fc.constant(stepUpByKey), weight: 2 },
    fc.constant(end),
  );
  decidesOnNewest(session, command, [() => startSession]);
});

it("RE-23 folds sign-in attempts to the same state from their first and newest events alone", () => {
  const seconds = fc.constantFrom(0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900);
  const wrong = seconds.map((wait) => (now: Date): AttemptCommand => {
    const asked = { type: "record-wrong-password", userId, door: "sign-in", knownDevice: false } as const;
    return { ...asked, seconds: wait, longest: wait === 900, now };
  });
  const right = (): AttemptCommand => ({ type: "record-right-password", userId });
  decidesOnNewest(attemptHistory, fc.oneof({ arbitrary: wrong, weight: 20 }, fc.constant(right)));
});

it("RE-23 reads only the first and newest events of a session with 5,000 recorded uses", async () => {
  const scratch = await openScratchService();
  const { log, sealing } = scratch;
  const stream = sessionStream(sessionId);
  const commandContext = systemContext("test", new Date(start));
  await createCommandHandler(log, sealing).handle({
    decider: session,
    stream,
    command: startSession,
    person: userId,
    commandContext,
  });
  const seen = Array.from({ length: 5000 }, (_, minute) => ({
    id: randomUUID(),
    event: { type: "SessionSeen", data: { sessionId, authenticatedAt: null, proofs: null } } as const,
    person: null,
    recordedAt: new Date(start + minute * 60_000),
    actor: commandContext.actor,
    correlationId: commandContext.correlationId,
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
    ip: null,
    userAgent: null,
  }));
  await log.append(stream, 1, await sealing.seal(stream, seen));
  const counting = countingReads(log);
  const lastSeenAt = new Date(start + 4999 * 60_000);
  expect(await createCommandHandler(counting.log, sealing).load(session, stream)).toMatchObject({
    version: 5001,
    state: { status: "started", lastSeenAt, ended: false },
  });
  expect(counting.read()).toBe(50 + 16);
  await scratch.close();
});
