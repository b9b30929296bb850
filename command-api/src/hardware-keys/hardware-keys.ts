import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { hardwareKeysSnapshot } from "./hardware-keys-snapshot.ts";
import {
  evolveHardwareKeys,
  type HardwareKey,
  type HardwareKeys,
  type KeyPurpose,
  noHardwareKeys,
  type RemovalReason,
} from "./hardware-keys-state.ts";

/** The most keys of one user. */
export const mostKeys = 50;

/** The owner gets an email each time that a count goes back, so not for each attempt. */
const flagMs = 3600_000;

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

/** `challenge-used`: the challenge was answered before. `no-passkey`: no key can sign in without the password. */
export type HardwareKeysReason =
  | "challenge-used"
  | "already-registered"
  | "too-many-keys"
  | "no-such-key"
  | "last-way-in"
  | "sign-count-went-back"
  | "no-passkey";

type Decision = readonly HardwareKeyEvent[] | Refused<HardwareKeysReason>;
type CommandOf<Type extends HardwareKeysCommand["type"]> = Extract<HardwareKeysCommand, { type: Type }>;

/** The hardware keys of one user. A challenge is used up by the event that names it, so by the version of the stream. */
export const hardwareKeys: Decider<HardwareKeys, HardwareKeysCommand, HardwareKeyEvent, HardwareKeysReason> = {
  initial: noHardwareKeys,

  decide(state, command) {
    switch (command.type) {
      case "add":
        return add(state, command);
      case "use":
        return use(state, command);
      case "forgo":
        return forgo(state, command);
      case "require":
        return require(state, command);
      case "make-optional":
        return makeOptional(state, command);
      default:
        return decideOneKey(state, command);
    }
  },

  evolve: evolveHardwareKeys,
  snapshot: hardwareKeysSnapshot,
};

function decideOneKey(
  { userId, ...state }: HardwareKeys,
  command: CommandOf<"rename" | "remove" | "record-sign-count">,
): Decision {
  const key = state.keys.find(({ keyId }) => keyId === command.keyId);
  if (!key || userId === null) return { refused: "no-such-key" };
  switch (command.type) {
    case "rename": {
      const { keyId, name } = command;
      return name === key.name ? [] : [{ type: "HardwareKeyRenamed", data: { userId, keyId, name } }];
    }
    case "remove":
      return remove({ userId, ...state }, key, command.reason);
    case "record-sign-count": {
      const { type: _, now, ...use } = command;
      if (key.flaggedAt !== null && now.getTime() - key.flaggedAt.getTime() < flagMs) return [];
      return [{ type: "HardwareKeySignCountWentBack", data: { userId, ...use } }];
    }
  }
}

const isUsedUp = ({ usedUp }: HardwareKeys, id: string) => usedUp.some((one) => one.id === id);

function add(state: HardwareKeys, { type: _, ...key }: CommandOf<"add">): Decision {
  if (isUsedUp(state, key.challengeId)) return { refused: "challenge-used" };
  if (state.keys.some(({ credentialId }) => credentialId === key.credentialId))
    return { refused: "already-registered" };
  if (state.keys.length >= mostKeys) return { refused: "too-many-keys" };
  return [{ type: "HardwareKeyAdded", data: key }];
}

/** An account without a password keeps a key that signs in. The other reasons come with another way in: a link. */
function remove({ userId, keys, requirements }: HardwareKeys, key: HardwareKey, reason: RemovalReason): Decision {
  const isLastWayIn = requirements.length > 0 && !keys.some((other) => other !== key && other.isPasskey);
  if (isLastWayIn && reason === "owner") return { refused: "last-way-in" };
  return userId === null ? [] : [{ type: "HardwareKeyRemoved", data: { userId, keyId: key.keyId, reason } }];
}

/** WebAuthn level 3, section 7.2: a count that does not grow may come from a copy of the key. Keys that do not count say zero. */
function use(state: HardwareKeys, { type: _, purpose, ...use }: CommandOf<"use">): Decision {
  const key = state.keys.find(({ keyId }) => keyId === use.keyId);
  if (!key || state.userId === null) return { refused: "no-such-key" };
  if (isUsedUp(state, use.challengeId)) return { refused: "challenge-used" };
  const counts = use.signCount > 0 || key.signCount > 0;
  if (counts && use.signCount <= key.signCount) return { refused: "sign-count-went-back" };
  return [{ type: "HardwareKeyUsed", data: { userId: state.userId, purpose, ...use } }];
}

/** Refused if the key was added: then its credential is taken. */
function forgo(state: HardwareKeys, { userId, keyId }: CommandOf<"forgo">): Decision {
  if (state.keys.some((key) => key.keyId === keyId)) return { refused: "already-registered" };
  return isUsedUp(state, keyId) ? [] : [{ type: "HardwareKeyForgone", data: { userId, keyId } }];
}

/** Recorded for each removal of a password. */
function require(state: HardwareKeys, { type: _, ...required }: CommandOf<"require">): Decision {
  if (!state.keys.some(({ isPasskey }) => isPasskey)) return { refused: "no-passkey" };
  return [{ type: "KeysRequired", data: required }];
}

function makeOptional({ userId, requirements }: HardwareKeys, command: CommandOf<"make-optional">): Decision {
  const requirementIds = requirements.map(({ id }) => id).filter((id) => command.requirementIds.includes(id));
  return userId === null || requirementIds.length === 0
    ? []
    : [{ type: "KeysOptional", data: { userId, requirementIds } }];
}
