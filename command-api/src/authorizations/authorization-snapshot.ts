import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import type { AuthorizationState } from "./authorization-state.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const stored = z.strictObject({
  status: z.literal("issued"),
  authorizationId: z.uuid(),
  userId: z.uuid(),
  applicationId: z.uuid(),
  sessionId: z.uuid(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  nonce: z.string().nullable(),
  codeChallenge: z.string().nullable(),
  sessionEpoch: z.int(),
  consentEpoch: z.int(),
  applicationEpoch: z.int(),
  basis: z.enum(["consent", "trust", "unknown"]),
  trustEpoch: z.int(),
  generation: z.int(),
  authenticatedAt: instant,
  expiresAt: instant,
  offline: z.boolean(),
  ended: z.boolean(),
  redeemedAt: instant.nullable(),
  refreshedAt: instant.nullable(),
  serial: z.int().nonnegative(),
  revoked: z.array(z.strictObject({ tokenId: z.uuid(), expiresAt: instant })).readonly(),
});

/** Every refresh adds an event. */
export const authorizationSnapshot: SnapshotForm<AuthorizationState> = {
  name: "authorization@c6ffee00",
  encode: (state) => (state.status === "issued" ? { person: state.userId, state: z.encode(stored, state) } : null),
  decode: (encoded) => stored.safeDecode(encoded as z.input<typeof stored>).data ?? null,
};
