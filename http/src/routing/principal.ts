import { type ProblemAnswer, problem } from "./problem.ts";

/**
 * What a route requires of the credential: nothing, a session whose email address may still be unverified, a full session,
 * or one whose user has a role.
 */
export type Access = "anyone" | "pending" | "user" | "developer" | "pro" | "admin";

/** What every API knows about the signed-in user; each API adds its own fields. */
export interface Principal {
  /** True while the email address is not verified (a pending session). */
  readonly pending: boolean;
  readonly roles: { readonly isAdmin: boolean; readonly isDeveloper: boolean; readonly isPro?: boolean };
}

const hasRole: Record<Exclude<Access, "anyone" | "pending" | "user">, (roles: Principal["roles"]) => boolean> = {
  developer: (roles) => roles.isDeveloper,
  pro: (roles) => roles.isPro === true || roles.isAdmin,
  admin: (roles) => roles.isAdmin,
};

/** The refusal for a principal that may not use a route; null if it may. */
export const refuseRole = (access: Access, principal: Principal): ProblemAnswer | null => {
  if (access === "anyone" || access === "pending") return null;
  if (principal.pending) {
    return problem(403, "email_not_verified", "Please verify your email address before logging in");
  }
  if (access === "user" || hasRole[access](principal.roles)) return null;
  return problem(403, "forbidden", "Your account may not do this");
};
