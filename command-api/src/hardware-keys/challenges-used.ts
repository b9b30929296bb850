import type { HardwareKeys, UsedUp } from "./hardware-keys-state.ts";

export const isUsedUp = ({ usedUp }: HardwareKeys, id: string) => usedUp.some((one) => one.id === id);

/** Many times as long as a challenge is valid, so that a process that was stopped for a while cannot use one again. */
const keptMs = 3600_000;

export const usedUpWith = (
  { usedUp }: HardwareKeys,
  id: string,
  { recordedAt: at }: { recordedAt: Date },
): UsedUp[] => [...usedUp.filter((one) => at.getTime() - one.at.getTime() < keptMs), { id, at }];
