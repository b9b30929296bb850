import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { usedUpWith } from "./challenges-used.ts";
import type { HardwareKeysCommand, HardwareKeysReason } from "./hardware-keys-command.ts";
import { type HardwareKeys, hardwareKeysSnapshot, noHardwareKeys } from "./hardware-keys-state.ts";
import {
  add,
  changeKey,
  forgo,
  keyAdded,
  keyUsed,
  ofKey,
  recordSignCount,
  remove,
  rename,
  use,
} from "./keys-of-user.ts";
import { makeKeysOptional, requireKeys } from "./requirements.ts";

/** The hardware keys of one user. A challenge is used up by the event that names it, so by the version of the stream. */
export const hardwareKeys: Decider<HardwareKeys, HardwareKeysCommand, HardwareKeyEvent, HardwareKeysReason> =
  defineDecider({
    initial: noHardwareKeys,

    decide: {
      add,
      rename: ofKey(rename),
      remove: ofKey(remove),
      use: ofKey(use),
      "record-sign-count": ofKey(recordSignCount),
      forgo,
      require: requireKeys,
      "make-optional": makeKeysOptional,
    },

    evolve: {
      HardwareKeyAdded: keyAdded,
      HardwareKeyRenamed: (state, { data }) => changeKey(state, data.keyId, (key) => ({ ...key, name: data.name })),
      HardwareKeyRemoved: (state, { data }) => ({
        ...state,
        keys: state.keys.filter(({ keyId }) => keyId !== data.keyId),
      }),
      HardwareKeyUsed: keyUsed,
      // The challenge stays unused, as with the attempts of this hour that are not recorded, so a repeat gets the same answer.
      HardwareKeySignCountWentBack: (state, { data, recordedAt }) =>
        changeKey(state, data.keyId, (key) => ({ ...key, flaggedAt: recordedAt })),
      HardwareKeyForgone: (state, event) => ({ ...state, usedUp: usedUpWith(state, event.data.keyId, event) }),
      KeysRequired: (state, { data: { requirementId: id, password } }) => ({
        ...state,
        requirements: [...state.requirements, { id, password }],
      }),
      KeysOptional: (state, { data }) => ({
        ...state,
        requirements: state.requirements.filter(({ id }) => !data.requirementIds.includes(id)),
      }),
    },
    after: (next, _, { data: { userId } }) => (next.userId === userId ? next : { ...next, userId }),

    snapshot: hardwareKeysSnapshot,
  });
