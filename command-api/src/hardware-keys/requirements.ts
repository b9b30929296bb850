import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { CommandOf, HardwareKeysReason } from "./hardware-keys-command.ts";
import type { HardwareKeys } from "./hardware-keys-state.ts";

type Decision = readonly HardwareKeyEvent[] | Refused<HardwareKeysReason>;

/** Recorded for each removal of a password. */
export function requireKeys(state: HardwareKeys, { type: _, ...required }: CommandOf<"require">): Decision {
  if (!state.keys.some(({ isPasskey }) => isPasskey)) return { refused: "no-passkey" };
  return [{ type: "KeysRequired", data: required }];
}

export function makeKeysOptional(
  { userId, requirements }: HardwareKeys,
  command: CommandOf<"make-optional">,
): Decision {
  const requirementIds = requirements.map(({ id }) => id).filter((id) => command.requirementIds.includes(id));
  return userId === null || requirementIds.length === 0
    ? []
    : [{ type: "KeysOptional", data: { userId, requirementIds } }];
}
