import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import { describe, it } from "vitest";
import { expectSnapshots } from "../testing/expect-snapshots.ts";
import { given, type Past } from "../testing/given-when-then.ts";
import { hardwareKeys } from "./hardware-keys.ts";

const userId = "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11";
const keyId = "b3c9d2e1-0a4f-4b5c-9d6e-7f8091a2b3c4";
const otherId = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
const challengeId = "c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f";
const requirementId = "d1e2f3a4-b5c6-4d7e-8f90-1a2b3c4d5e6f";
const t0 = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(t0.getTime() + seconds * 1000);
const data = {
  userId,
  keyId,
  challengeId: keyId,
  credentialId: "credential",
  publicKey: "key",
  name: "YubiKey",
  signCount: 7,
  transports: ["usb"],
  aaguid: "00000000-0000-0000-0000-000000000000",
  deviceType: "singleDevice",
  backedUp: false,
  discoverable: true,
  userVerified: true,
} as const;
type Added = Extract<HardwareKeyEvent, { type: "HardwareKeyAdded" }>;
const dataOf = (more: Partial<Added["data"]> = {}): Added["data"] => ({ ...data, transports: ["usb"], ...more });
const added = (more: Partial<Added["data"]> = {}): Past<HardwareKeyEvent> => ({
  event: { type: "HardwareKeyAdded", data: dataOf(more) },
  at: t0,
});
const required: HardwareKeyEvent = { type: "KeysRequired", data: { userId, requirementId, password: "digest" } };
const use = { type: "use", keyId, challengeId, signCount: 8, purpose: "sign-in" } as const;
const used: HardwareKeyEvent = {
  type: "HardwareKeyUsed",
  data: { userId, keyId, challengeId, signCount: 8, purpose: "sign-in" },
};
const past = given(hardwareKeys);

describe("the hardware keys of a user", () => {
  it("WA-01 WA-12 accept each challenge once, whatever it was used for", () => {
    past(added())
      .when({ type: "add", ...dataOf({ credentialId: "other" }) })
      .refuses("challenge-used");
    past(added()).when(use).gives(used);
    past(added(), used)
      .when({ ...use, signCount: 9 })
      .refuses("challenge-used");
    past(added(), used)
      .when({ type: "add", ...dataOf({ challengeId, keyId: challengeId, credentialId: "other" }) })
      .refuses("challenge-used");
  });

  it("WA-06 refuse a count that does not grow, and record it once an hour", () => {
    for (const signCount of [0, 6, 7]) {
      past(added())
        .when({ ...use, signCount })
        .refuses("sign-count-went-back");
    }
    past(added({ signCount: 0 }))
      .when({ ...use, signCount: 0 })
      .gives({ type: "HardwareKeyUsed", data: { ...used.data, signCount: 0 } as never });
    const flag = { type: "record-sign-count", keyId, challengeId, signCount: 6 } as const;
    const flagged = {
      type: "HardwareKeySignCountWentBack",
      data: { userId, keyId, challengeId, signCount: 6 },
    } as const;
    past(added())
      .when({ ...flag, now: later(1) })
      .gives(flagged);
    past(added(), { event: flagged, at: later(1) })
      .when({ ...flag, now: later(3600) })
      .gives();
    past(added(), { event: flagged, at: later(1) })
      .when({ ...flag, now: later(3601) })
      .gives(flagged);
    past(added(), flagged)
      .when({ ...use, signCount: 6 })
      .refuses("sign-count-went-back");
  });

  it("WA-08 refuse what names a key that is not theirs", () => {
    past(added()).when({ type: "rename", keyId: otherId, name: "Mine" }).refuses("no-such-key");
    past(added()).when({ type: "remove", keyId: otherId, reason: "owner" }).refuses("no-such-key");
    past().when(use).refuses("no-such-key");
  });

  it("keep the last passkey of an account without a password, unless another way in took its place", () => {
    const second = added({ keyId: otherId, challengeId: otherId, credentialId: "other" });
    const remove = { type: "remove", keyId, reason: "owner" } as const;
    const removed: HardwareKeyEvent = { type: "HardwareKeyRemoved", data: { userId, keyId, reason: "owner" } };
    past(added(), required).when(remove).refuses("last-way-in");
    past(added(), second, required).when(remove).gives(removed);
    past(added(), added({ ...second.event.data, userVerified: false } as never), required)
      .when(remove)
      .refuses("last-way-in");
    past(added(), required)
      .when({ ...remove, reason: "disowned" })
      .gives({ type: "HardwareKeyRemoved", data: { userId, keyId, reason: "disowned" } });
    past(added(), required, { type: "KeysOptional", data: { userId, requirementIds: [requirementId] } })
      .when(remove)
      .gives(removed);
  });

  it("WA-07 cannot add a key that was forgone", () => {
    const forgone: HardwareKeyEvent = { type: "HardwareKeyForgone", data: { userId, keyId } };
    past().when({ type: "forgo", userId, keyId }).gives(forgone);
    past(forgone)
      .when({ type: "add", ...dataOf() })
      .refuses("challenge-used");
    past(added()).when({ type: "forgo", userId, keyId }).refuses("already-registered");
  });

  it("have a snapshot that restores them", () => {
    expectSnapshots(hardwareKeys, userId, [added(), used, required]);
  });
});
