import { grantedApi } from "@attestory/events/api-events.ts";
import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import { instant, snapshotForm } from "../handling/snapshot-form.ts";

export type IssuedCode = Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>["data"];
export type EndReason = Extract<AuthorizationEvent, { type: "AuthorizationEnded" }>["data"]["reason"];

/** A code that was issued, and the tokens that it gave. */
const issued = z.strictObject({
  status: z.literal("issued"),
  authorizationId: z.uuid(),
  userId: z.uuid(),
  applicationId: z.uuid(),
  sessionId: z.uuid(),
  /** Null: the code is a device's. */
  redirectUri: z.string().nullable(),
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
  acr: z.string().nullable(),
  amr: z.array(z.string()),
  claims: z.strictObject({ idToken: z.array(z.string()), userinfo: z.array(z.string()) }),
  /** Thumbprint of the key that must be shown with the code or, once it was redeemed, with a refresh token. Null: none must. */
  dpopJkt: z.string().nullable(),
  /** The API that its access tokens are for; null for our own endpoints. */
  api: grantedApi.nullable(),
  expiresAt: instant,
  offline: z.boolean(),
  ended: z.boolean(),
  /** Null until the code gives its tokens. */
  redeemedAt: instant.nullable(),
  /** When the newest refresh token was given. */
  refreshedAt: instant.nullable(),
  /** The number of the newest refresh token; zero while there is none. */
  serial: z.int().nonnegative(),
  /** Access tokens that ended singly. By another clock, they may not have expired. */
  revoked: z.array(z.strictObject({ tokenId: z.uuid(), expiresAt: instant })).readonly(),
});
export type Authorization = z.infer<typeof issued>;

export type AuthorizationState = { status: "none" } | Authorization;

/** Every refresh adds an event. */
export const authorizationSnapshot: SnapshotForm<AuthorizationState> = snapshotForm("authorization@c1c91792", issued);
