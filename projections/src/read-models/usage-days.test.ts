import { randomUUID } from "node:crypto";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded, given } from "../testing/given-when-then.ts";
import { usageDays } from "./usage-days.ts";

const noon = new Date("2026-11-23T12:00:00Z");
type Type = AttestoryEvent["type"];

/** The sample of this type, at noon, with other values. */
function happened(type: Type, said: object = {}, place: Parameters<typeof recorded>[1] = {}): RecordedEvent {
  const sample = sampleEvents().find(({ event }) => event.type === type)?.event;
  if (!sample) throw new Error(`no sample of ${type}`);
  const event = { type, data: { ...sample.data, ...said } } as AttestoryEvent;
  return recorded(event, { recordedAt: noon, ...place });
}
const signedUp = happened("UserRegistered");

it("begins a day with its first event", () => {
  expect(usageDays.keys(signedUp as never)).toEqual(["2026-11-23"]);
  const day = folded(usageDays, [signedUp]);
  expect(day).toEqual({
    day: "2026-11-23",
    signUps: 1,
    signIns: 0,
    verified: 0,
    twoFactorOn: 0,
    twoFactorOff: 0,
    failures: {},
    applications: {},
  });
  expect(day && usageDays.indexes.all?.entry(day)).toEqual({ value: "day", order: "2026-11-23" });
});

it.each([
  ["EmailVerified", { verified: 1 }],
  ["TwoFactorEnabled", { twoFactorOn: 1 }],
  ["TwoFactorDisabled", { twoFactorOff: 1 }],
  ["AttemptsLocked", { failures: { "attempts-locked": 1 } }],
  ["WrongCodeGiven", { failures: { "wrong-code": 1 } }],
  ["CodesLocked", { failures: { "codes-locked": 1 } }],
  ["WrongEmailCodeGiven", { failures: { "wrong-email-code": 1 } }],
  ["HardwareKeySignCountWentBack", { failures: { "copied-key": 1 } }],
] as const)("counts %s", (type, changes) => {
  given(usageDays, signedUp).when(happened(type)).thenChanged(changes);
});

it("counts wrong passwords by where they were given", () => {
  const wrong = (door: string) => happened("WrongPasswordGiven", { door });
  const history = [wrong("sign-in"), wrong("sign-in"), wrong("step-up"), wrong("password-change")];
  expect(folded(usageDays, history)?.failures).toEqual({
    "wrong-password": 2,
    "wrong-password-step-up": 1,
    "wrong-password-change": 1,
  });
});

it("counts a sign-in, but not the session of a registration", () => {
  given(usageDays, signedUp)
    .when(happened("SessionStarted", { pending: false }))
    .thenChanged({ signIns: 1 });
  expect(usageDays.keys(happened("SessionStarted", { pending: true }) as never)).toEqual([]);
});

it("counts tokens and new consents by application, those of a refresh by who asked", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const actor = { kind: "client", id: one } as const;
  const history = [
    happened("ConsentGranted", { applicationId: one, isNew: true }),
    happened("AuthorizationCodeRedeemed", { applicationId: one }),
    happened("RefreshTokenRotated", {}, { actor }),
    happened("AuthorizationCodeRedeemed", { applicationId: other }),
  ];
  expect(folded(usageDays, history)?.applications).toEqual({
    [one]: { tokens: 2, consents: 1 },
    [other]: { tokens: 1, consents: 0 },
  });
  expect(usageDays.keys(happened("ConsentGranted", { isNew: false }) as never)).toEqual([]);
});
