import { claimsNamed, personClaims } from "@attestory/http/security/person-claims.ts";
import type { z } from "zod";
import type { NamedUser } from "../handling/query-route.ts";
import type { userinfo } from "./schema.ts";

export type Userinfo = z.input<typeof userinfo>;

/** A token needs one of these for any claim. */
export const userinfoScopes = ["openid", "profile", "email"] as const;

const everyScope = ["profile", "email", "roles"];

/**
 * What an application may read of a user with these scopes, and the claims that it asked for singly (OpenID Connect Core section 5.5). An
 * absent claim is left out (section 5.3.2).
 */
export function userinfoOf(user: NamedUser, scopes: readonly string[], single: readonly string[] = []): Userinfo {
  const told = claimsOfScopes(user, scopes);
  if (single.length === 0 || !scopes.includes("openid")) return told;
  return { ...claimsNamed(claimsOfScopes(user, everyScope), single), ...told };
}

function claimsOfScopes(user: NamedUser, scopes: readonly string[]): Userinfo {
  const claims: Userinfo = { sub: user.id };
  if (scopes.includes("profile")) Object.assign(claims, ownClaims(user));
  return Object.assign(claims, personClaims(user, scopes));
}

/** Claims of the scope `profile` that userinfo alone has. */
function ownClaims(user: NamedUser): Partial<Userinfo> {
  const { id, username, firstName, lastName, twoFactorEnabled, updatedAt } = user;
  return {
    id,
    username,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    updated_at: Math.floor(Date.parse(updatedAt) / 1000),
    twoFactorEnabled,
  };
}
