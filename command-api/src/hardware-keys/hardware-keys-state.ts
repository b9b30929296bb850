import type { RecordedEvent } from "@attestory/events/catalogue.ts";
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
interface UsedUp {
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

/** Many times as long as a challenge is valid, so that a process that was stopped for a while cannot use one again. */
const keptMs = 3600_000;

export function evolveHardwareKeys(state: HardwareKeys, event: RecordedEvent<HardwareKeyEvent>): HardwareKeys {
  const next = { ...state, userId: event.data.userId };
  switch (event.type) {
    case "HardwareKeyAdded":
      return { ...next, keys: [...state.keys, added(event)], usedUp: usedUpWith(state, event.data.challengeId, event) };
    case "HardwareKeyRemoved":
      return { ...next, keys: state.keys.filter(({ keyId }) => keyId !== event.data.keyId) };
    case "HardwareKeyRenamed":
    case "HardwareKeyUsed":
    case "HardwareKeySignCountWentBack":
    case "HardwareKeyForgone":
      return evolveOneKey(next, event);
    case "KeysRequired":
      return { ...next, requirements: [...state.requirements, required(event.data)] };
    case "KeysOptional":
      return { ...next, requirements: state.requirements.filter(({ id }) => !event.data.requirementIds.includes(id)) };
  }
}

const required = ({ requirementId: id, password }: { requirementId: string; password: string }): Requirement => ({
  id,
  password,
});

type OfOneKey = Extract<
  RecordedEvent<HardwareKeyEvent>,
  { type: "HardwareKeyRenamed" | "HardwareKeyUsed" | "HardwareKeySignCountWentBack" | "HardwareKeyForgone" }
>;

function evolveOneKey(state: HardwareKeys, event: OfOneKey): HardwareKeys {
  switch (event.type) {
    case "HardwareKeyRenamed":
      return changeKey(state, event.data.keyId, (key) => ({ ...key, name: event.data.name }));
    case "HardwareKeyUsed":
      return {
        ...changeKey(state, event.data.keyId, used(event)),
        usedUp: usedUpWith(state, event.data.challengeId, event),
      };
    case "HardwareKeySignCountWentBack":
      // The challenge stays unused, as with the attempts of this hour that are not recorded, so a repeat gets the same answer.
      return changeKey(state, event.data.keyId, (key) => ({ ...key, flaggedAt: event.recordedAt }));
    case "HardwareKeyForgone":
      return { ...state, usedUp: usedUpWith(state, event.data.keyId, event) };
  }
}

const added = ({ data, recordedAt }: RecordedEvent<Extract<HardwareKeyEvent, { type: "HardwareKeyAdded" }>>) => {
  const { userId: _user, challengeId: _challenge, ...key } = data;
  const isPasskey = key.discoverable === true && key.userVerified;
  return { ...key, isPasskey, addedAt: recordedAt, lastUsedAt: null, flaggedAt: null };
};

const used =
  ({ data, recordedAt }: RecordedEvent<Extract<HardwareKeyEvent, { type: "HardwareKeyUsed" }>>) =>
  (key: HardwareKey): HardwareKey => ({
    ...key,
    signCount: data.signCount,
    isPasskey: key.isPasskey || data.purpose === "sign-in",
    lastUsedAt: recordedAt,
  });

const changeKey = (state: HardwareKeys, id: string, change: (key: HardwareKey) => HardwareKey): HardwareKeys => ({
  ...state,
  keys: state.keys.map((key) => (key.keyId === id ? change(key) : key)),
});

const usedUpWith = ({ usedUp }: HardwareKeys, id: string, { recordedAt: at }: { recordedAt: Date }): UsedUp[] => [
  ...usedUp.filter((one) => at.getTime() - one.at.getTime() < keptMs),
  { id, at },
];
