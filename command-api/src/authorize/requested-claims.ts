import { scopeOfClaim, tokenClaims } from "@attestory/http/security/person-claims.ts";
import { z } from "zod";
import { type AskedApi, scopesBesides } from "../applications/find-api.ts";

/** Which authentication an application asks for, in order of preference. Essential: otherwise it wants no answer. */
export interface AcrRequest {
  readonly values: readonly string[];
  readonly isEssential: boolean;
}

/** What a request asks for singly (OpenID Connect Core section 5.5). Claims that are not known are left out. */
export interface RequestedClaims {
  readonly idToken: readonly string[];
  readonly userinfo: readonly string[];
  readonly acr: AcrRequest | null;
  /** The user whom the application expects, and no other. */
  readonly subject: string | null;
}

/** Of a request without those parameters. */
export const noClaims: RequestedClaims = { idToken: [], userinfo: [], acr: null, subject: null };

/** In bytes. */
const longestClaims = 4096;

/** Other members are ignored, as the specification says. */
const claim = z
  .object({
    essential: z.boolean().optional(),
    value: z.unknown().optional(),
    values: z.array(z.unknown()).optional(),
  })
  .nullable();
const claimsParameter = z.object({
  userinfo: z.record(z.string(), claim).optional(),
  id_token: z.record(z.string(), claim).optional(),
});
type ClaimsParameter = z.infer<typeof claimsParameter>;
type Claim = z.infer<typeof claim>;

/** Null: it is too long, no JSON, or does not have the form of the specification. */
function readParameter(text: string): ClaimsParameter | null {
  if (Buffer.byteLength(text, "utf8") > longestClaims) return null;
  try {
    return claimsParameter.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const isReadableClaims = (text: string): boolean => readParameter(text) !== null;

type Sent = Pick<ReadonlyMap<string, string>, "get">;

/** What the parameters `claims` and `acr_values` ask for. They are OpenID Connect's: without its scope they ask for nothing. */
export function requestedClaims(scopes: readonly string[], sent: Sent): RequestedClaims {
  if (!scopes.includes("openid")) return noClaims;
  const { id_token: idToken = {}, userinfo = {} } = readParameter(sent.get("claims") ?? "{}") ?? {};
  const subject = own(idToken, "sub")?.value;
  return {
    idToken: Object.keys(idToken).filter((name) => tokenClaims.includes(name)),
    userinfo: Object.keys(userinfo).filter((name) => Object.hasOwn(scopeOfClaim, name)),
    acr: acrOfClaim(own(idToken, "acr")) ?? acrOfValues(sent.get("acr_values")),
    subject: typeof subject === "string" ? subject : null,
  };
}

const own = (claims: Readonly<Record<string, Claim>>, name: string): Claim =>
  Object.hasOwn(claims, name) ? (claims[name] ?? null) : null;

/** OpenID Connect Core section 5.5.1.1. Without values any will do, and one is always sent. */
function acrOfClaim(asked: Claim): AcrRequest | null {
  if (asked === null || (asked.value === undefined && asked.values === undefined)) return null;
  const values = asked.values ?? [asked.value];
  return {
    values: values.filter((value) => typeof value === "string"),
    isEssential: asked.essential === true,
  };
}

/** OpenID Connect Core section 3.1.2.1: voluntary. */
function acrOfValues(sent: string | undefined): AcrRequest | null {
  const values = (sent ?? "").split(" ").filter((value) => value !== "");
  return values.length === 0 ? null : { values, isEssential: false };
}

interface Asking {
  scopes: readonly string[];
  claims: Pick<RequestedClaims, "idToken" | "userinfo">;
  api: AskedApi;
}

/** What the user has to allow: a claim that is asked for singly asks for the data of its scope. */
export const toAllow = ({ scopes, claims: { idToken, userinfo }, api }: Asking) => {
  const ofClaims = [...idToken, ...userinfo].map((name) => scopeOfClaim[name]).filter((scope) => scope !== undefined);
  return { scopes: [...new Set([...scopesBesides(api, scopes), ...ofClaims])], api };
};
