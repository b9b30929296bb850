import { notSignedIn, type ProblemAnswer, problem } from "./problem.ts";

/**
 * What a route requires of the credential: nothing, a session whose email address may still be unverified, a full session,
 * or one whose user has a role.
 */
export type Access = "anyone" | "pending" | "user" | "developer" | "pro" | "admin";

/**
 * How a principal signed in: by a session, as an OAuth client that acts for a user (`grant`) or for itself (`client`), or by an API key.
 */
export type PrincipalKind = "session" | "grant" | "client" | "apiKey";

/** What every API knows about its principal; each API adds its own fields. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** True while the email address is not verified (a pending session). */
  readonly pending: boolean;
  /** An OAuth client that acts for itself has none. */
  readonly roles: { readonly isAdmin: boolean; readonly isDeveloper: boolean; readonly isPro?: boolean };
}

const hasRole: Record<Exclude<Access, "anyone" | "pending" | "user">, (roles: Principal["roles"]) => boolean> = {
  developer: (roles) => roles.isDeveloper,
  pro: (roles) => roles.isPro === true || roles.isAdmin,
  admin: (roles) => roles.isAdmin,
};

/** Whether somebody with these roles has the one that a route requires, if it requires one. */
export const hasRoleFor = (access: Access, roles: Principal["roles"]): boolean =>
  access === "anyone" || access === "pending" || access === "user" || hasRole[access](roles);

/** Who may use a route. */
interface Admission {
  readonly access: Access;
  readonly principals: readonly PrincipalKind[];
}

/** The refusal for a principal that may not use a route; null if it may. A credential of a kind that the route does not take signs no one in. */
export const refusePrincipal = ({ access, principals }: Admission, principal: Principal): ProblemAnswer | null =>
  principals.includes(principal.kind) ? refuseRole(access, principal) : notSignedIn();

const refuseRole = (access: Access, principal: Principal): ProblemAnswer | null => {
  if (access === "anyone" || access === "pending") return null;
  if (principal.pending) {
    return problem(403, "email_not_verified", "Please verify your email address before logging in");
  }
  if (hasRoleFor(access, principal.roles)) return null;
  return problem(403, "forbidden", "Your account may not do this");
};
