/** What claims tell of a person. */
export interface ClaimedPerson {
  username: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  emailVerified: boolean;
  isAdmin: boolean;
  isDeveloper: boolean;
  isPro: boolean;
}

/** Names of OpenID Connect Core section 5.1, and `roles`. A claim that is not there is left out (section 5.3.2). */
export interface PersonClaims {
  name?: string;
  given_name?: string;
  family_name?: string;
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  roles?: string[];
}

/** The scope that gives each claim. Userinfo has all of them. */
export const scopeOfClaim: Readonly<Record<string, string>> = {
  id: "profile",
  username: "profile",
  firstName: "profile",
  lastName: "profile",
  name: "profile",
  given_name: "profile",
  family_name: "profile",
  preferred_username: "profile",
  updated_at: "profile",
  twoFactorEnabled: "profile",
  email: "email",
  email_verified: "email",
  roles: "roles",
};

/** Those that ID tokens may have. */
export const tokenClaims: readonly string[] = [
  "name",
  "given_name",
  "family_name",
  "preferred_username",
  "email",
  "email_verified",
  "roles",
] satisfies (keyof PersonClaims)[];

/** Those of the claims whose names are given. */
export const claimsNamed = <Claims extends object>(claims: Claims, names: readonly string[]): Partial<Claims> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name))) as Partial<Claims>;

/** No scope names a claim that was asked for singly, so a token with fewer scopes than were granted has none. */
export const hasSingleClaims = (scopes: readonly string[], granted: readonly string[]): boolean =>
  granted.every((scope) => scopes.includes(scope));

const roleNames = { isAdmin: "admin", isDeveloper: "developer", isPro: "pro" } as const;

export type RoleName = (typeof roleNames)[keyof typeof roleNames];

export const rolesOf = (person: Pick<ClaimedPerson, keyof typeof roleNames>): RoleName[] =>
  (Object.keys(roleNames) as (keyof typeof roleNames)[]).filter((role) => person[role]).map((role) => roleNames[role]);

/** What these scopes tell of a person (OpenID Connect Core section 5.4). */
export function personClaims(person: ClaimedPerson, scopes: readonly string[]): PersonClaims {
  const claims: PersonClaims = {};
  if (scopes.includes("profile")) Object.assign(claims, profileOf(person));
  if (scopes.includes("email")) Object.assign(claims, { email: person.email, email_verified: person.emailVerified });
  if (scopes.includes("roles")) claims.roles = rolesOf(person);
  return claims;
}

function profileOf({ username, firstName, lastName }: ClaimedPerson): PersonClaims {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return {
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
    ...(name && { name }),
    preferred_username: username,
  };
}
