import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import type { SecondFactors } from "./second-factors-state.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const stored = z.strictObject({
  userId: z.uuid(),
  setUp: z
    .strictObject({
      secret: z.string().nullable(),
      startedAt: instant,
      sessionId: z.uuid().nullable(),
      sessionEpoch: z.int().nullable(),
    })
    .nullable(),
  totp: z
    .strictObject({ secret: z.string().nullable(), usedSteps: z.array(z.int()).readonly(), enabledAt: instant })
    .nullable(),
  wrongCodes: z
    .array(
      z.strictObject({
        device: z.uuid().nullable(),
        count: z.int().nonnegative(),
        at: instant,
        lockedUntil: instant.nullable(),
      }),
    )
    .readonly(),
  notifiedAt: instant.nullable(),
  acceptedAttempts: z.array(z.uuid()).readonly(),
  recovery: z.strictObject({ setId: z.uuid(), digests: z.array(z.string()).readonly(), issuedAt: instant }).nullable(),
  trusted: z
    .array(z.strictObject({ id: z.uuid(), tokenHash: z.string(), sessionEpoch: z.int(), endsAt: instant }))
    .readonly(),
});

/** Every sign-in of an account with two-factor authentication adds an event to its stream. */
export const secondFactorsSnapshot: SnapshotForm<SecondFactors> = {
  name: "second-factors@b96aa4af",
  encode(state) {
    const { userId } = state;
    return userId === null ? null : { person: userId, state: z.encode(stored, { ...state, userId }) };
  },
  decode: (encoded) => stored.safeDecode(encoded as z.input<typeof stored>).data ?? null,
};
