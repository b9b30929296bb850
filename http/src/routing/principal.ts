import { type ProblemAnswer, problem } from "./problem.ts";

/**
 * What a route asks of the credential: nothing, a session that may still await the verification of its address,
 * a full session, or one whose user has a role.
 */
export type Access = "anyone" | "pending" | "user" | "developer" | "pro" | "admin";

/** What must be known of whoever signs in; each API adds its own. */
export interface Principal {
  /** True while the e-mail address is not verified (a pending session). */
  readonly pending: boolean;
  readonly roles: { readonly isAdmin: boolean; readonly isDeveloper: boolean; readonly isPro?: boolean };
}

const hasRole: Record<Exclude<Access, "anyone" | "pending" | "user">, (roles: Principal["roles"]) => boolean> = {
  developer: (roles) => roles.isDeveloper,
  pro: (roles) => roles.isPro === true || roles.isAdmin,
  admin: (roles) => roles.isAdmin,
};

/** The refusal of a principal that may not use a route, or null. */
export const refuseRole = (access: Access, principal: Principal): ProblemAnswer | null => {
  if (access === "anyone" || access === "pending") return null;
  if (principal.pending) {
    return problem(403, "email_not_verified", "Please verify your email address before logging in");
  }
  if (access === "user" || hasRole[access](principal.roles)) return null;
  return problem(403, "forbidden", "Your account may not do this");
};
