import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { mostTrusted, type SecondFactorEvent } from "@attestory/events/second-factor-events.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import type { Projection } from "./projection.ts";

/** A browser that is not asked for a second factor. */
export interface TrustedDevice {
  id: string;
  /** The trust ends with the sessions of this epoch. */
  sessionEpoch: number;
  /** Milliseconds since the epoch, as is `endsAt`. */
  trustedAt: number;
  endsAt: number;
  /** The IP address and user agent, encrypted. Decrypted only for display. */
  seal: SealedFields | null;
}

export interface TrustedDevicesDocument {
  userId: string;
  /** Oldest first. Some may have expired. */
  devices: readonly TrustedDevice[];
}

type Taken = Extract<SecondFactorEvent, { type: "DeviceTrusted" | "DeviceTrustEnded" | "TwoFactorDisabled" }>;
type Trusted = RecordedEvent<Extract<Taken, { type: "DeviceTrusted" }>>;

/** Keyed by user id. */
export const trustedDevices: Projection<TrustedDevicesDocument, Taken> = {
  name: "trustedDevices@2",
  group: "other",
  takes: ["DeviceTrusted", "DeviceTrustEnded", "TwoFactorDisabled"],
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  evolve(document, event) {
    const devices = document?.devices ?? [];
    const left = event.type === "DeviceTrusted" ? trusted(devices, event) : without(devices, endedBy(event));
    return left.length === 0 ? null : { userId: event.data.userId, devices: left };
  },
};

/** A device whose trust goes on in a new epoch has been trusted since the first time. */
function trusted(devices: readonly TrustedDevice[], event: Trusted): TrustedDevice[] {
  const { trustId, sessionEpoch, seconds } = event.data;
  const at = event.recordedAt.getTime();
  const before = devices.find(({ id }) => id === trustId);
  const device = {
    id: trustId,
    sessionEpoch,
    trustedAt: before?.trustedAt ?? at,
    endsAt: at + seconds * 1000,
    seal: sealedFieldsOf(event),
  };
  // The same rule as that of the commands, which decide whom a browser's cookie still spares the second factor.
  return [...without(devices, trustId), device].slice(-mostTrusted);
}

const endedBy = (event: RecordedEvent<Exclude<Taken, { type: "DeviceTrusted" }>>): string | null =>
  event.type === "DeviceTrustEnded" ? event.data.trustId : null;

const without = (devices: readonly TrustedDevice[], trustId: string | null): TrustedDevice[] =>
  trustId === null ? [] : devices.filter(({ id }) => id !== trustId);
