import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded } from "../testing/given-when-then.ts";
import { lastSignIns } from "./last-sign-ins.ts";

function started(seconds: number, pending = false) {
  const sample = sampleEvents().find(({ event }) => event.type === "SessionStarted")?.event;
  const event = { type: "SessionStarted", data: { ...sample?.data, pending } } as AttestoryEvent;
  return recorded(event, { recordedAt: at(seconds) });
}

it("U8 has the newest sign-in of a user, also where a clock was behind", () => {
  expect(folded(lastSignIns, [started(1), started(60)])).toEqual({ at: at(60).toISOString() });
  expect(folded(lastSignIns, [started(60), started(1)])).toEqual({ at: at(60).toISOString() });
});

it("U8 takes the session of a registration for no sign-in", () => {
  expect(folded(lastSignIns, [started(1, true)])).toBeNull();
});
