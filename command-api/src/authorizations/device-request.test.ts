import type { DeviceRequestEvent } from "@attestory/events/device-events.ts";
import { describe, it } from "vitest";
import { given, type Past } from "../testing/given-when-then.ts";
import { type DeviceRequestCommand, deviceRequest } from "./device-request.ts";

const authorizationId = "2b9e4d10-83a7-4f65-b1c2-d3e4f5061729";
const laterId = "3b9e4d10-83a7-4f65-b1c2-d3e4f5061729";
const applicationId = "7d1f3c52-0b6e-4a27-9c84-1e5f60718293";
const userId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";
const sessionId = "0199f1c3-18d2-7b44-8c5e-6a1d3f20b901";
const otherSession = "0199f1c3-18d2-7b44-8c5e-6a1d3f20b902";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const after = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const past = given(deviceRequest);

const asked = (id = authorizationId, seconds = 0) => ({
  authorizationId: id,
  applicationId,
  scopes: ["openid"],
  resource: null,
  generation: 1,
  expiresAt: after(seconds + 900).toISOString(),
});
const requested: Past<DeviceRequestEvent> = {
  event: { type: "DeviceAuthorizationRequested", data: asked() },
  at: t0,
};
const answered = { authorizationId, userId, sessionId, applicationName: "Ledgerline", outcome: "granted" } as const;
const granted: DeviceRequestEvent = { type: "DeviceAuthorizationAnswered", data: { ...answered, applicationId } };
const slowedDown: DeviceRequestEvent = { type: "DeviceSlowedDown", data: { authorizationId } };
const answer = (seconds: number, said: object = {}): DeviceRequestCommand => ({
  type: "answer",
  ...answered,
  now: after(seconds),
  ...said,
});
const request = (seconds: number): DeviceRequestCommand => ({
  type: "request",
  ...asked(laterId, seconds),
  now: after(seconds),
});

describe("a device's request under a user code", () => {
  it("DF-15 keeps its code until it has expired, also once it is answered", () => {
    past(requested).when(request(899)).refuses("code-taken");
    past(requested, granted).when(request(899)).refuses("code-taken");
    past(requested)
      .when(request(900))
      .gives({ type: "DeviceAuthorizationRequested", data: asked(laterId, 900) });
    const anew: Past<DeviceRequestEvent> = {
      event: { type: "DeviceAuthorizationRequested", data: asked(laterId, 900) },
      at: after(900),
    };
    past(requested, granted, anew).when(answer(901)).refuses("unknown-code");
  });

  it("DF-04 is answered once, and the same answer again is none", () => {
    past(requested).when(answer(10)).gives(granted);
    past(requested, granted).when(answer(20)).gives();
    past(requested, granted)
      .when(answer(20, { outcome: "denied" }))
      .refuses("code-answered");
    past(requested, granted)
      .when(answer(20, { sessionId: otherSession }))
      .refuses("code-answered");
    past().when(answer(0)).refuses("unknown-code");
  });

  it("DF-12 takes no answer once it has expired", () => {
    past(requested).when(answer(899)).gives(granted);
    past(requested).when(answer(900)).refuses("code-over");
  });

  it("DF-13 makes its device wait a minute at most", () => {
    const slower: DeviceRequestCommand = { type: "slow-down", authorizationId };
    past(requested).when(slower).gives(slowedDown);
    past(requested, ...Array(10).fill(slowedDown))
      .when(slower)
      .gives(slowedDown);
    past(requested, ...Array(11).fill(slowedDown))
      .when(slower)
      .gives();
    past(requested).when({ type: "slow-down", authorizationId: laterId }).gives();
  });
});
