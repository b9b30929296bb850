import type { AuthorizationEvent } from "@attestory/events/authorization-events.ts";
import type { Grant } from "@attestory/events/grant-validity.ts";

export type IssuedCode = Extract<AuthorizationEvent, { type: "AuthorizationCodeIssued" }>["data"];
export type EndReason = Extract<AuthorizationEvent, { type: "AuthorizationEnded" }>["data"]["reason"];

/** A code that was issued, and the tokens that it gave. */
export interface Authorization
  extends Omit<IssuedCode, "authenticatedAt" | "expiresAt">,
    Pick<Grant, "offline" | "ended"> {
  status: "issued";
  authenticatedAt: Date;
  expiresAt: Date;
  /** Null until the code gives its tokens. */
  redeemedAt: Date | null;
  /** When the newest refresh token was given. */
  refreshedAt: Date | null;
  /** The number of the newest refresh token; zero while there is none. */
  serial: number;
  /** Access tokens that ended singly. By another clock, they may not have expired. */
  revoked: readonly { tokenId: string; expiresAt: Date }[];
}

export type AuthorizationState = { status: "none" } | Authorization;
