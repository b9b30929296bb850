import type { Principal } from "@attestory/http/principal.ts";
import { routeFor } from "@attestory/http/route.ts";
import type { SessionDocument } from "@attestory/projections/sessions.ts";
import type { UserDocument } from "@attestory/projections/users.ts";

/** An account whose person was not erased. */
export type NamedUser = UserDocument & { email: string; username: string };

/** Who a credential signs in, with the documents that said so. */
export interface QueryPrincipal extends Principal {
  readonly userId: string;
  readonly sessionId: string;
  readonly user: NamedUser;
  readonly session: SessionDocument;
}

export const route = routeFor<QueryPrincipal>();
