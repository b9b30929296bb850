import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";

type Added = Extract<HardwareKeyEvent, { type: "HardwareKeyAdded" }>["data"];
type Used = Extract<HardwareKeyEvent, { type: "HardwareKeyUsed" }>["data"];

export type RemovalReason = Extract<HardwareKeyEvent, { type: "HardwareKeyRemoved" }>["data"]["reason"];
export type KeyPurpose = Used["purpose"];

/** Id, public key and name are null once the person is erased. */
export interface HardwareKey extends Omit<Added, "userId" | "challengeId"> {
  /** Can sign in without a password: it is found without a username, and checks who uses it. */
  isPasskey: boolean;
  addedAt: Date;
  lastUsedAt: Date | null;
  /** When its count last went back. */
  flaggedAt: Date | null;
}

/** A challenge that must not be used again, or the id of a key that must not be added. */
export interface UsedUp {
  id: string;
  at: Date;
}

export interface Requirement {
  id: string;
  /** `passwordDigest` of the password that was removed. */
  password: string;
}

export interface HardwareKeys {
  userId: string | null;
  keys: readonly HardwareKey[];
  usedUp: readonly UsedUp[];
  /** The removals of a password that need a key to stay. */
  requirements: readonly Requirement[];
}

export const noHardwareKeys: HardwareKeys = { userId: null, keys: [], usedUp: [], requirements: [] };
