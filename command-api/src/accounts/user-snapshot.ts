import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import type { UserState } from "./user-state.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const registered = z.strictObject({
  status: z.literal("registered"),
  registeredAt: instant,
  userId: z.uuid(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  createdBy: z.uuid().nullable(),
  passwordHash: z.string().nullable(),
  emailVerified: z.boolean(),
  isVerifiedElsewhere: z.boolean(),
  verification: z.strictObject({ id: z.uuid(), requestedAt: instant }),
  awaitsOwner: z.boolean(),
  invitationId: z.uuid().nullable(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  isDeveloper: z.boolean(),
  isPro: z.boolean(),
  sessionEpoch: z.int().nonnegative(),
  keptSession: z.uuid().nullable(),
  apiKeyEpoch: z.int().nonnegative(),
  reset: z.strictObject({ id: z.uuid(), requestedAt: instant }).nullable(),
  pendingEmail: z
    .strictObject({ id: z.uuid(), email: z.string().nullable(), taken: z.boolean(), requestedAt: instant })
    .nullable(),
  emailChanges: z
    .array(
      z.strictObject({
        id: z.uuid(),
        requestId: z.uuid(),
        changedAt: instant,
        formerEmail: z.string().nullable(),
        formerIdentifier: z.string(),
        identifier: z.string(),
      }),
    )
    .readonly(),
  fences: z.int().nonnegative(),
  securedAt: z.array(instant).readonly(),
  consentsCountFrom: instant.nullable(),
  adminTerm: z.int().nonnegative(),
  accessVersion: z.int().nonnegative(),
  rescue: z
    .strictObject({ id: z.uuid(), madeAt: instant, purpose: z.enum(["password", "second-factors"]).nullable() })
    .nullable(),
});

/** Only registered accounts get snapshots: other user streams do not grow. */
export const userSnapshot: SnapshotForm<UserState> = {
  name: "user@a7d7da37",
  encode: (state) =>
    state.status === "registered" ? { person: state.userId, state: z.encode(registered, state) } : null,
  decode: (encoded) => registered.safeDecode(encoded as z.input<typeof registered>).data ?? null,
};
