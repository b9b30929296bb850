import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { expect, it } from "vitest";
import { createDeviceLimits } from "./device-limits.ts";

const now = new Date("2026-01-05T09:30:00Z");
const [network, elsewhere] = ["192.0.2.0/24", "198.51.100.0/24"];

function givenLimits() {
  const limits = createDeviceLimits(inProcessRateLimiter(() => now));
  /** Whether one more device may ask. */
  const asks = async (
    applicationId: string,
    kind: "public" | "confidential",
    { from = network, ownerId = "owner" } = {},
  ) => !("waitSeconds" in (await limits.consume({ applicationId, kind, ownerId }, from)));
  const times = async (count: number, ask: () => Promise<boolean>) => {
    let allowed = 0;
    for (let n = 0; n < count; n++) if (await ask()) allowed++;
    return allowed;
  };
  return { asks, times };
}

it("DF-14 counts the devices of each public application in each network", async () => {
  const { asks, times } = givenLimits();
  expect(await times(61, () => asks("a", "public"))).toBe(60);
  expect([await asks("b", "public"), await asks("a", "public", { from: elsewhere })]).toEqual([true, true]);
});

it("DF-14 counts the devices of an IPv6 network also in the networks around it", async () => {
  const { asks, times } = givenLimits();
  let n = 0;
  expect(await times(300, () => asks("a", "public", { from: `2001:db8:0:${n++ % 8}::/64` }))).toBe(240);
  expect(await asks("b", "public", { from: "2001:db8:0:0::/64" })).toBe(true);
});

it("DF-14 limits the devices of all public applications in a network, and leaves confidential ones alone", async () => {
  const { asks, times } = givenLimits();
  let n = 0;
  expect(await times(700, () => asks(`application ${n++ % 20}`, "public"))).toBe(600);
  expect([await asks("a", "confidential"), await asks("b", "public", { from: elsewhere })]).toEqual([true, true]);
});

it("DF-14 limits the devices of a confidential application, and of all that have one owner", async () => {
  const { asks, times } = givenLimits();
  expect(await times(601, () => asks("a", "confidential"))).toBe(600);
  let n = 0;
  expect(await times(3000, () => asks(`application ${n++ % 25}`, "confidential"))).toBe(2400);
  expect([await asks("b", "confidential", { ownerId: "another" }), await asks("c", "public")]).toEqual([true, true]);
});
