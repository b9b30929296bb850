import type { Proofs } from "@attestory/events/session-proofs.ts";
import type { Access } from "@attestory/http/routing/principal.ts";
import type { AuthorityProof } from "./command-context.ts";

/** The signed-in user of a command: the authenticated session and its owner's roles. */
export interface SignedIn {
  kind: "session";
  userId: string;
  sessionId: string;
  /** The email address is not verified yet. */
  pending: boolean;
  roles: { isAdmin: boolean; isDeveloper: boolean; isPro: boolean };
  /** What the route requires, which must hold until the command appends. Undefined outside of a route. */
  access?: Access | undefined;
  /** The last recorded use of the session is old enough that this one should be recorded. */
  activityIsDue: boolean;
  /** The owner's session epoch when the session started. Later decisions compare it to detect that the session was ended. */
  sessionEpoch: number;
  /** When the user last proved who they are: by signing in, or by a step-up. */
  authenticatedAt: Date;
  startedAt: Date;
  proofs: Proofs;
  /** Of a session that was found good as this process last knew it: whether that has been proven since. */
  proof?: AuthorityProof | undefined;
}
