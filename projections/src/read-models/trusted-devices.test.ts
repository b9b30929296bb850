import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import { mostTrusted } from "@attestory/events/second-factor-events.ts";
import { describe, expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { trustedDevices } from "./trusted-devices.ts";

const userId = "11111111-1111-4111-8111-111111111111";
const [first, second] = ["22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"] as const;

const trusted = (trustId: string, second = 0, facts: { sessionEpoch?: number; seconds?: number } = {}) => {
  const { sessionEpoch = 0, seconds = 60 } = facts;
  const data = { userId, trustId, tokenHash: "hash", sessionEpoch, seconds };
  return recorded({ type: "DeviceTrusted", data }, { recordedAt: at(second), person: userId, sealed: someSeal });
};
const ended = (trustId: string | null) => recorded({ type: "DeviceTrustEnded", data: { userId, trustId } });
const disabled = recorded({
  type: "TwoFactorDisabled",
  data: { userId, reason: "owner", recoveryCodesKept: false },
});
const past = (...events: ReturnType<typeof recorded>[]) => given(trustedDevices, ...events);
const idsAfter = (...events: ReturnType<typeof recorded>[]) =>
  folded(trustedDevices, events)?.devices.map(({ id }) => id) ?? [];

describe("the trusted browsers of a user", () => {
  it("are known with their sealed address, and without the digest of their cookie", () => {
    expect(folded(trustedDevices, [trusted(first, 5)])).toEqual({
      userId,
      devices: [
        {
          id: first,
          sessionEpoch: 0,
          trustedAt: at(5).getTime(),
          endsAt: at(65).getTime(),
          seal: expect.objectContaining({ person: userId }),
        },
      ],
    });
  });

  it("are trusted since the first time where the trust goes on in a new epoch", () => {
    const [device] =
      folded(trustedDevices, [trusted(first), trusted(first, 20, { sessionEpoch: 1, seconds: 40 })])?.devices ?? [];
    expect(device).toMatchObject({ sessionEpoch: 1, trustedAt: at(0).getTime(), endsAt: at(60).getTime() });
  });

  it("end one by one, or all at once", () => {
    expect(idsAfter(trusted(first), trusted(second), ended(first))).toEqual([second]);
    past(trusted(first), trusted(second)).when(ended(null)).thenNoDocument();
    past(trusted(first)).when(disabled).thenNoDocument();
    past().when(ended(null)).thenNoDocument();
  });

  it("D2 are the newest ones that commands know, expired or not", () => {
    const ids = Array.from({ length: mostTrusted + 1 }, (_, index) => first.replace(/22$/, `${10 + index}`));
    expect(idsAfter(...ids.map((id) => trusted(id)))).toEqual(ids.slice(1));
    expect(idsAfter(trusted(first), trusted(second, 60))).toEqual([first, second]);
  });
});
