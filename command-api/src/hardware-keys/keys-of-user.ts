import type { Recorded } from "@attestory/events/catalogue.ts";
import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { Refused } from "../handling/decider.ts";
import { isUsedUp, usedUpWith } from "./challenges-used.ts";
import type { CommandOf, HardwareKeysReason } from "./hardware-keys-command.ts";
import type { HardwareKey, HardwareKeys } from "./hardware-keys-state.ts";

/** The most keys of one user. */
export const mostKeys = 50;

/** The owner gets an email each time that a count goes back, so not for each attempt. */
const flagMs = 3600_000;

type Decision = readonly HardwareKeyEvent[] | Refused<HardwareKeysReason>;

/** The keys of a user, and the one of them that a command is about. */
interface KnownKey extends HardwareKeys {
  userId: string;
  key: HardwareKey;
}

/** Decides a command about one key of the user. Refused if there is none of its id. */
export function ofKey<Command extends { keyId: string }>(decide: (known: KnownKey, command: Command) => Decision) {
  return ({ userId, ...state }: HardwareKeys, command: Command): Decision => {
    const key = state.keys.find(({ keyId }) => keyId === command.keyId);
    return key && userId !== null ? decide({ ...state, userId, key }, command) : { refused: "no-such-key" };
  };
}

export function add(state: HardwareKeys, { type: _, ...key }: CommandOf<"add">): Decision {
  if (isUsedUp(state, key.challengeId)) return { refused: "challenge-used" };
  if (state.keys.some(({ credentialId }) => credentialId === key.credentialId))
    return { refused: "already-registered" };
  if (state.keys.length >= mostKeys) return { refused: "too-many-keys" };
  return [{ type: "HardwareKeyAdded", data: key }];
}

export const keyAdded = (state: HardwareKeys, event: Recorded<"HardwareKeyAdded">): HardwareKeys => ({
  ...state,
  keys: [...state.keys, added(event)],
  usedUp: usedUpWith(state, event.data.challengeId, event),
});

const added = ({ data, recordedAt }: Recorded<"HardwareKeyAdded">) => {
  const { userId: _user, challengeId: _challenge, ...key } = data;
  const isPasskey = key.discoverable === true && key.userVerified;
  return { ...key, isPasskey, addedAt: recordedAt, lastUsedAt: null, flaggedAt: null };
};

export function rename({ userId, key }: KnownKey, { keyId, name }: CommandOf<"rename">): Decision {
  return name === key.name ? [] : [{ type: "HardwareKeyRenamed", data: { userId, keyId, name } }];
}

/** An account without a password keeps a key that signs in. The other reasons come with another way in: a link. */
export function remove(
  { userId, key, keys, requirements }: KnownKey,
  { keyId, reason }: CommandOf<"remove">,
): Decision {
  const isLastWayIn = requirements.length > 0 && !keys.some((other) => other !== key && other.isPasskey);
  if (isLastWayIn && reason === "owner") return { refused: "last-way-in" };
  return [{ type: "HardwareKeyRemoved", data: { userId, keyId, reason } }];
}

/** WebAuthn level 3, section 7.2: a count that does not grow may come from a copy of the key. Keys that do not count say zero. */
export function use(state: KnownKey, { type: _, purpose, ...use }: CommandOf<"use">): Decision {
  const { userId, key } = state;
  if (isUsedUp(state, use.challengeId)) return { refused: "challenge-used" };
  const counts = use.signCount > 0 || key.signCount > 0;
  if (counts && use.signCount <= key.signCount) return { refused: "sign-count-went-back" };
  return [{ type: "HardwareKeyUsed", data: { userId, purpose, ...use } }];
}

export const keyUsed = (state: HardwareKeys, event: Recorded<"HardwareKeyUsed">): HardwareKeys => {
  const { keyId, challengeId, signCount, purpose } = event.data;
  return {
    ...changeKey(state, keyId, (key) => ({
      ...key,
      signCount,
      isPasskey: key.isPasskey || purpose === "sign-in",
      lastUsedAt: event.recordedAt,
    })),
    usedUp: usedUpWith(state, challengeId, event),
  };
};

export function recordSignCount(
  { userId, key }: KnownKey,
  { type: _, now, ...use }: CommandOf<"record-sign-count">,
): Decision {
  if (key.flaggedAt !== null && now.getTime() - key.flaggedAt.getTime() < flagMs) return [];
  return [{ type: "HardwareKeySignCountWentBack", data: { userId, ...use } }];
}

/** Refused if the key was added: then its credential is taken. */
export function forgo(state: HardwareKeys, { userId, keyId }: CommandOf<"forgo">): Decision {
  if (state.keys.some((key) => key.keyId === keyId)) return { refused: "already-registered" };
  return isUsedUp(state, keyId) ? [] : [{ type: "HardwareKeyForgone", data: { userId, keyId } }];
}

export const changeKey = (
  state: HardwareKeys,
  id: string,
  change: (key: HardwareKey) => HardwareKey,
): HardwareKeys => ({
  ...state,
  keys: state.keys.map((key) => (key.keyId === id ? change(key) : key)),
});
