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
 * added and their owner disowned, or that an admin or an operator's link removed; and a browser that stayed trusted while its key was removed.
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
  return [...faults, ...[...accounts].flatMap(([userId, { left }]) => left.map((one) => `${userId} still has ${one}`))];
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
