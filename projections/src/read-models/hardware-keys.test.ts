import { at, recorded, someSeal } from "@attestory/event-store/testing/recorded.ts";
import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { hardwareKeys } from "./hardware-keys.ts";

const fact = (event: HardwareKeyEvent, seconds = 0, sealed: Uint8Array = someSeal) =>
  recorded(event, { recordedAt: at(seconds), person: event.data.userId, sealed });
const sample = sampleEvents().find(({ event }) => event.type === "HardwareKeyAdded")?.event as HardwareKeyEvent;
const { userId, keyId } = sample.data as { userId: string; keyId: string };
const added = fact(sample);

it("shows a hardware key with its last use, its newest name sealed, and nothing that verifies a signature", () => {
  const document = folded(hardwareKeys, [added]);
  expect(document).toEqual({
    id: keyId,
    userId,
    createdAt: at(0).toISOString(),
    lastUsedAt: null,
    seal: { id: added.id, type: "HardwareKeyAdded", stream: "user-0", person: userId, sealed: "c2VhbGVk" },
  });
  const renamed = fact(
    { type: "HardwareKeyRenamed", data: { userId, keyId, name: "Blue" } },
    30,
    Buffer.from("elsewhere"),
  );
  given(hardwareKeys, added)
    .when(renamed)
    .thenChanged({
      seal: { id: renamed.id, type: "HardwareKeyRenamed", stream: "user-0", person: userId, sealed: "ZWxzZXdoZXJl" },
    });
  const use = { userId, keyId, challengeId: keyId, signCount: 8, purpose: "sign-in" } as const;
  given(hardwareKeys, added)
    .when(fact({ type: "HardwareKeyUsed", data: use }, 60))
    .thenChanged({ lastUsedAt: at(60).toISOString() });
});

it("removes a hardware key, and nothing brings it back", () => {
  const removed = fact({ type: "HardwareKeyRemoved", data: { userId, keyId, reason: "owner" } });
  const renamed = fact({ type: "HardwareKeyRenamed", data: { userId, keyId, name: "Blue" } });
  given(hardwareKeys, added).when(removed).thenNoDocument();
  given(hardwareKeys, added).when(removed, renamed).thenNoDocument();
});
