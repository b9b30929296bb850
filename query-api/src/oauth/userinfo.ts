import type { z } from "zod";
import type { NamedUser } from "../query-route.ts";
import type { userinfo } from "./answers.ts";

export type Userinfo = z.input<typeof userinfo>;

/** A token needs one of these for any claim. */
export const userinfoScopes = ["openid", "profile", "email"] as const;

/** What an application may read of a user with these scopes. An absent claim is left out (OpenID Connect Core section 5.3.2). */
export function userinfoOf(user: NamedUser, scopes: readonly string[]): Userinfo {
  const claims: Userinfo = { sub: user.id };
  if (scopes.includes("profile")) Object.assign(claims, profileOf(user));
  if (scopes.includes("email")) Object.assign(claims, { email: user.email, email_verified: user.emailVerified });
  if (scopes.includes("roles")) claims.roles = rolesOf(user);
  return claims;
}

function profileOf(user: NamedUser): Partial<Userinfo> {
  const { id, username, firstName, lastName, twoFactorEnabled, updatedAt } = user;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return {
    id,
    username,
    ...(firstName && { firstName, given_name: firstName }),
    ...(lastName && { lastName, family_name: lastName }),
    ...(name && { name }),
    preferred_username: username,
    updated_at: Math.floor(Date.parse(updatedAt) / 1000),
    twoFactorEnabled,
  };
}

const roleNames = { isAdmin: "admin", isDeveloper: "developer", isPro: "pro" } as const;

const rolesOf = (user: NamedUser): string[] =>
  (Object.keys(roleNames) as (keyof typeof roleNames)[]).filter((role) => user[role]).map((role) => roleNames[role]);
