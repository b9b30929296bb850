import type { Recorded } from "@attestory/events/catalogue.ts";
import { mostTrusted } from "@attestory/events/second-factor-events.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
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

/** Keyed by user id. */
export const trustedDevices: Projection<TrustedDevicesDocument> = defineProjection({
  name: "trustedDevices@2",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: (event) => [event.data.userId],
  initial: ({ data: { userId } }) => ({ userId, devices: [] }),
  evolve: {
    DeviceTrusted: ({ userId, devices }, event) => ({ userId, devices: trusted(devices, event) }),
    DeviceTrustEnded: ({ userId, devices }, { data: { trustId } }) => {
      const left = trustId === null ? [] : without(devices, trustId);
      return left.length === 0 ? null : { userId, devices: left };
    },
    TwoFactorDisabled: () => null,
  },
});

/** A device whose trust goes on in a new epoch has been trusted since the first time. */
function trusted(devices: readonly TrustedDevice[], event: Recorded<"DeviceTrusted">): TrustedDevice[] {
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

const without = (devices: readonly TrustedDevice[], trustId: string): TrustedDevice[] =>
  devices.filter(({ id }) => id !== trustId);
