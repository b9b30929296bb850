import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect } from "vitest";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
import { canonicalEmail, decoyStream, emailStream, usernameStream } from "../identifiers/canonical.ts";
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
  return [...reservations].filter(([, state]) => isOpen(state)).map(([stream]) => stream);
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

function namedBy(state: UserState, keyring: Keyring): string[] {
  if (state.status !== "registered" && state.status !== "decoy") return [];
  const address =
    state.status === "decoy"
      ? decoyStream(keyring, state.userId)
      : emailStream(keyring, canonicalEmail(state.email ?? "") ?? "");
  return [usernameStream(keyring, state.username ?? ""), address];
}
