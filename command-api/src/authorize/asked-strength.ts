import { acrOf, mostStrength, type Strength, strengthOf } from "@attestory/events/authentication.ts";
import type { KnownAuthentication } from "./load-authentication.ts";
import type { AcrRequest } from "./requested-claims.ts";

/**
 * How a request's `acr` stands. `unmet`: the account can never give what is essential. `required`: what is essential can be given, and is
 * not. `wanted`: what is given will do, but the application prefers what the account can give.
 */
export type AcrStanding = "met" | "wanted" | "required" | "unmet";

const strengthsOf = ({ values }: AcrRequest): Strength[] => values.map(strengthOf).filter((one) => one !== null);

/** The strength that the application prefers, of those that the account can prove. Null: any will do. */
export function preferredStrength(asked: AcrRequest | null, { account }: KnownAuthentication): Strength | null {
  const most = mostStrength(account);
  return asked === null ? null : (strengthsOf(asked).find((strength) => strength <= most) ?? null);
}

/** The least strength that the application takes. */
export const leastStrength = (asked: AcrRequest | null): Strength =>
  asked?.isEssential ? (Math.min(3, ...strengthsOf(asked)) as Strength) : 1;

export function acrStanding(asked: AcrRequest | null, known: KnownAuthentication): AcrStanding {
  if (asked === null) return "met";
  const preferred = preferredStrength(asked, known);
  const { strength } = known.authentication;
  if (preferred === null) return asked.isEssential ? "unmet" : "met";
  if (strength >= preferred) return "met";
  return asked.isEssential && !strengthsOf(asked).some((one) => one <= strength) ? "required" : "wanted";
}

/** Nobody is signed in: whether any account could meet it. */
export const isKnownAcr = (asked: AcrRequest | null): boolean =>
  asked === null || !asked.isEssential || strengthsOf(asked).length > 0;

/** The first asked value that holds (OpenID Connect Core section 5.5.1.1), or else the highest that does. */
export const deliveredAcr = (asked: AcrRequest | null, strength: Strength): string =>
  asked?.values.find((value) => (strengthOf(value) ?? Number.POSITIVE_INFINITY) <= strength) ?? acrOf(strength);
