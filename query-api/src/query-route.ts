import type { Principal } from "@attestory/http/routing/principal.ts";
import { routeFor } from "@attestory/http/routing/route.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";

/** An account whose person was not erased. */
export type NamedUser = UserDocument & { email: string; username: string };

/** The principal that a credential signs in, with the documents that prove it. */
export interface QueryPrincipal extends Principal {
  readonly kind: "session";
  readonly userId: string;
  readonly sessionId: string;
  readonly user: NamedUser;
  readonly session: SessionDocument;
}

export const route = routeFor<QueryPrincipal>();
