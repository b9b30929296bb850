import type { Principal } from "@attestory/http/routing/principal.ts";
import { routeFor } from "@attestory/http/routing/route.ts";
import type { ApiKeyDocument } from "@attestory/projections/read-models/api-keys.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";

/** An account whose person was not erased. */
export type NamedUser = UserDocument & { email: string; username: string };

export const isNamed = (user: UserDocument): user is NamedUser => user.email !== null && user.username !== null;

/** The user of a session, with the documents that prove it. */
export interface SessionPrincipal extends Principal {
  readonly kind: "session";
  readonly userId: string;
  readonly sessionId: string;
  readonly user: NamedUser;
  readonly session: SessionDocument;
}

/** An application that acts for a user, by an access token. */
export interface GrantPrincipal extends Principal {
  readonly kind: "grant";
  readonly clientId: string;
  readonly userId: string;
  readonly user: NamedUser;
  /** Of the token, which may have fewer than the grant. */
  readonly scopes: readonly string[];
  /** Of userinfo, which the request asked for singly. */
  readonly claims: readonly string[];
}

/** An application that acts for itself, by an access token. */
export interface ClientPrincipal extends Principal {
  readonly kind: "client";
  readonly clientId: string;
}

/** A program that acts for the owner of its API key. */
export interface ApiKeyPrincipal extends Principal {
  readonly kind: "apiKey";
  readonly keyId: string;
  readonly userId: string;
  readonly user: NamedUser;
  readonly key: ApiKeyDocument;
  readonly scopes: readonly string[];
}

/** The principal that a credential signs in. */
export type QueryPrincipal = SessionPrincipal | GrantPrincipal | ClientPrincipal | ApiKeyPrincipal;

export const route = routeFor<QueryPrincipal>();
