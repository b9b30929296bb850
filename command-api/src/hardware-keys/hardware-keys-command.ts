import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { KeyPurpose, RemovalReason } from "./hardware-keys-state.ts";

type Added = Extract<HardwareKeyEvent, { type: "HardwareKeyAdded" }>["data"];

/** What a key proved by signing a challenge. */
export interface KeyUse {
  keyId: string;
  challengeId: string;
  signCount: number;
}

export type HardwareKeysCommand =
  | ({ type: "add" } & Added)
  | { type: "rename"; keyId: string; name: string }
  | { type: "remove"; keyId: string; reason: RemovalReason }
  | ({ type: "use"; purpose: KeyPurpose } & KeyUse)
  | ({ type: "record-sign-count"; now: Date } & KeyUse)
  | { type: "forgo"; userId: string; keyId: string }
  | { type: "require"; userId: string; requirementId: string; password: string }
  | { type: "make-optional"; requirementIds: readonly string[] };

export type CommandOf<Type extends HardwareKeysCommand["type"]> = Extract<HardwareKeysCommand, { type: Type }>;

/** `challenge-used`: the challenge was answered before. `no-passkey`: no key can sign in without the password. */
export type HardwareKeysReason =
  | "challenge-used"
  | "already-registered"
  | "too-many-keys"
  | "no-such-key"
  | "last-way-in"
  | "sign-count-went-back"
  | "no-passkey";
