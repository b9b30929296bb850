import type { Recorded } from "@attestory/events/catalogue.ts";
import { mostTrusted } from "@attestory/events/second-factor-events.ts";
import type { CommandOf, Decision } from "./second-factors-command.ts";
import type { SecondFactors } from "./second-factors-state.ts";

export const trustSeconds = 30 * 86_400;

export function trustDevice({ trusted }: SecondFactors, command: CommandOf<"trust-device">): Decision {
  const { type: _, ...device } = command;
  if (trusted.some(({ id }) => id === device.trustId)) return [];
  return [{ type: "DeviceTrusted", data: { ...device, seconds: trustSeconds } }];
}

export function keepTrust({ trusted }: SecondFactors, command: CommandOf<"keep-trust">): Decision {
  const { userId, trustId, sessionEpoch, now } = command;
  const device = trusted.find(({ id }) => id === trustId);
  // Only from the epoch just before: a trust that ended earlier stays ended.
  if (device?.sessionEpoch !== sessionEpoch - 1 || device.endsAt <= now) return [];
  const seconds = Math.floor((device.endsAt.getTime() - now.getTime()) / 1000);
  return [{ type: "DeviceTrusted", data: { userId, trustId, tokenHash: device.tokenHash, sessionEpoch, seconds } }];
}

export function endTrust({ trusted }: SecondFactors, { userId, trustId }: CommandOf<"end-trust">): Decision {
  if (!trusted.some(({ id }) => id === trustId)) return { refused: "not-found" };
  return [{ type: "DeviceTrustEnded", data: { userId, trustId } }];
}

export function deviceTrusted(state: SecondFactors, { data, recordedAt }: Recorded<"DeviceTrusted">): SecondFactors {
  const { trustId, tokenHash, sessionEpoch, seconds } = data;
  const device = { id: trustId, tokenHash, sessionEpoch, endsAt: new Date(recordedAt.getTime() + seconds * 1000) };
  const others = state.trusted.filter(({ id }) => id !== trustId);
  return { ...state, trusted: [...others, device].slice(-mostTrusted) };
}

export const deviceTrustEnded = (state: SecondFactors, { data }: Recorded<"DeviceTrustEnded">): SecondFactors => ({
  ...state,
  trusted: data.trustId === null ? [] : state.trusted.filter(({ id }) => id !== data.trustId),
});
