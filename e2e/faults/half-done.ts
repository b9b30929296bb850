import { keyOwnerOf } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** What an account signs in with besides the password. */
class Factors {
  readonly keys = new Set<string>();
  readonly trusted = new Set<string>();
  /** The event that added the authenticator app, or null. */
  app: string | null = null;
  /** Those that a command has promised to remove. */
  readonly #doomed = new Set<string>();

  doom(): void {
    for (const one of this.#all) this.#doomed.add(one);
  }
  /** What should have been removed. */
  get left(): string[] {
    return this.#all.filter((one) => this.#doomed.has(one));
  }
  get #all(): string[] {
    return this.app === null ? [...this.keys] : [...this.keys, this.app];
  }
}

/**
 * Reports what commands that append to several streams left half done, though they were answered: second factors that someone else has
 * added and their owner disowned, or that an admin or an operator's link removed; a browser that stayed trusted while its key was removed;
 * and accounts that an API key created and that were not counted once, or not once more when they ended.
 */
export function halfDone(events: readonly RecordedEvent[]): string[] {
  const faults: string[] = [];
  const accounts = new Map<string, Factors>();
  for (const event of events) {
    if (!("userId" in event.data)) continue;
    const { userId } = event.data;
    const factors = accounts.get(userId) ?? new Factors();
    accounts.set(userId, factors);
    if (isTrustLeft(factors, event)) faults.push(`a key of ${userId} was removed while a browser was trusted`);
    if (endsFactors(event)) factors.doom();
    apply(factors, event);
  }
  return [
    ...faults,
    ...miscounted(events),
    ...[...accounts].flatMap(([userId, { left }]) => left.map((one) => `${userId} still has ${one}`)),
  ];
}

/** An account that an API key creates is counted when it is registered, and when it has ended. */
function* miscounted(events: readonly RecordedEvent[]): Generator<string> {
  const counts = Map.groupBy(events, ({ data }) => ("accountId" in data ? data.accountId : null));
  const lapsed = new Set(events.flatMap(({ type, data }) => (type === "RegistrationLapsed" ? [data.userId] : [])));
  for (const event of events) {
    if (event.type !== "UserRegistered" || keyOwnerOf(event) === null) continue;
    const { userId } = event.data;
    const due = lapsed.has(userId) ? "InvitedAccountCounted,InvitedAccountLapsed" : "InvitedAccountCounted";
    const counted = (counts.get(userId) ?? []).map(({ type }) => type).join();
    if (counted !== due) yield `the account ${userId} was counted as ${counted || "nothing"} instead of ${due}`;
  }
}

const isTrustLeft = ({ trusted }: Factors, { type, data }: RecordedEvent): boolean =>
  type === "HardwareKeyRemoved" && data.reason === "owner" && trusted.size > 0;

/** In these runs, every second factor that an account has by then was added by someone else, or is lost. */
const endsFactors = ({ type, data }: RecordedEvent): boolean =>
  type === "AccountSecured" ||
  type === "EmailChangeUndone" ||
  (type === "RescueLinkUsed" && data.purpose === "second-factors") ||
  (type === "OtherSessionsEnded" && data.keptSession === null);

function apply(factors: Factors, { id, type, data }: RecordedEvent): void {
  if (type === "HardwareKeyAdded") factors.keys.add(data.keyId);
  else if (type === "HardwareKeyRemoved") factors.keys.delete(data.keyId);
  else if (type === "TwoFactorEnabled") factors.app = id;
  else if (type === "TwoFactorDisabled") {
    factors.app = null;
    factors.trusted.clear();
  } else if (type === "DeviceTrusted") factors.trusted.add(data.trustId);
  else if (type === "DeviceTrustEnded") endTrust(factors, data.trustId);
}

const endTrust = ({ trusted }: Factors, trustId: string | null): unknown =>
  trustId === null ? trusted.clear() : trusted.delete(trustId);
