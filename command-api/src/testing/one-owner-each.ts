import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect } from "vitest";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
import { ownedIdentifiers } from "../identifiers/owned-identifiers.ts";
import { type ReservationState, reservation } from "../identifiers/reservation.ts";

const isClaim = ({ stream }: RecordedEvent) => /^(email|username)-/.test(stream);

function folded(events: readonly RecordedEvent[]) {
  const reservations = new Map<string, ReservationState>();
  const users = new Map<string, UserState>();
  for (const event of events) {
    const { stream } = event;
    // The stream's kind determines the event's decider.
    if (isClaim(event))
      reservations.set(stream, reservation.evolve(reservations.get(stream) ?? reservation.initial, event as never));
    if (stream.startsWith("user-")) users.set(stream, user.evolve(users.get(stream) ?? user.initial, event as never));
  }
  return { reservations, users };
}

/** Reservations that must still be confirmed or released. */
export function openClaims(events: readonly RecordedEvent[]): string[] {
  const { reservations, users } = folded(events);
  const isOpen = (state: ReservationState) =>
    state.status === "reserved" ||
    (state.status === "confirmed" && users.get(userStream(state.userId))?.status === "lapsed");
  const claimed = [...reservations].filter(([, state]) => isOpen(state)).map(([stream]) => stream);
  return [...claimed, ...leftByChanges(events)];
}

/** The former addresses and usernames that changes have left and that were not released yet. */
function leftByChanges(events: readonly RecordedEvent[]): Set<string> {
  const left = new Set<string>();
  for (const event of events) {
    for (const released of releasedBy(event)) left.add(released);
    if (event.type === "IdentifierReleased" || event.type === "IdentifierConfirmed") left.delete(event.stream);
  }
  return left;
}

function releasedBy({ type, data }: RecordedEvent): string[] {
  if (type === "EmailChangeUndone") return data.released;
  return type === "UsernameChanged" || type === "EmailChangeSettled" ? [data.released] : [];
}

/** Case I2: each confirmed key belongs to the one user whose state names it, and each user owns both keys. */
export function expectOneOwnerEach(events: readonly RecordedEvent[], keyring: Keyring): void {
  expect(new Set(events.map(({ id }) => id)).size, "no id stands twice").toBe(events.length);
  const { reservations, users } = folded(events);
  expect(confirmedOwners(reservations)).toEqual(ownersOfRecord(users, keyring));
}

/** The user stream that each confirmed key belongs to. */
function confirmedOwners(reservations: ReadonlyMap<string, ReservationState>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [stream, state] of reservations) {
    expect(state.status, `${stream} is owned or free`).not.toBe("reserved");
    if (state.status === "confirmed") owners.set(stream, userStream(state.userId));
  }
  return owners;
}

/** The user stream whose state names each key. */
function ownersOfRecord(users: ReadonlyMap<string, UserState>, keyring: Keyring): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [stream, state] of users) {
    for (const key of namedBy(state, keyring)) {
      expect(owners.get(key), `${key} has one owner`).toBeUndefined();
      owners.set(key, stream);
    }
  }
  return owners;
}

/** A decoy holds a stream of its own instead of its address. */
const namedBy = (state: UserState, keyring: Keyring): Set<string> => new Set(ownedIdentifiers(keyring, state));
