import { hasKeyProof, knowledgeOf, lastOf, possessions } from "@attestory/events/authentication.ts";
import type { ProofKind, Proofs } from "@attestory/events/session-proofs.ts";
import type { StepUpBegun } from "../step-up/begin-step-up.ts";
import { acrStanding, leastStrength, preferredStrength } from "./asked-strength.ts";
import type { KnownAuthentication } from "./load-authentication.ts";
import type { AcrRequest } from "./requested-claims.ts";
import { isLoginNeeded, type LoginRule } from "./what-to-ask.ts";

export type Way = StepUpBegun["methods"][number];

/** What the user of a session has to prove before a request is answered. */
export interface MissingMethods {
  reason: "new-sign-in" | "stronger-sign-in";
  /** The authentication methods of which the next one may be. */
  ways: Way[];
  /** Only a hardware key counts, and it has to check who uses it, by a PIN or a fingerprint. */
  keyChecksUser: boolean;
  /** The application prefers it, and also takes an answer without it. */
  isOptional: boolean;
}

interface AskedAuthentication {
  rule: LoginRule;
  acr: AcrRequest | null;
}

/** Null: the request can be answered. */
export function missingMethods(
  { rule, acr }: AskedAuthentication,
  { known, proofs, now }: { known: KnownAuthentication; proofs: Proofs; now: Date },
): MissingMethods | null {
  const { at } = known.authentication;
  const isNew = isLoginNeeded(rule, at, now);
  const standing = acrStanding(acr, known);
  if (!isNew && standing !== "required" && standing !== "wanted") return null;
  const strength = preferredStrength(acr, known) ?? 1;
  // A code from an email is no factor beside a second one.
  const keyChecksUser = !known.account.hasPassword && (isNew ? leastStrength(acr) : strength) > 1;
  const since = isNew ? oldestGood(rule, now) : at;
  const given = (Object.keys(proofs) as ProofKind[]).filter((kind) => lastOf(proofs, [kind]) >= since);
  return {
    reason: isNew ? "new-sign-in" : "stronger-sign-in",
    ways: keyChecksUser ? ["hardware_key"] : waysLeft(known, given, strength > 2),
    keyChecksUser,
    isOptional: !isNew && standing === "wanted",
  };
}

/** The oldest time that still counts. */
function oldestGood({ loginRequired, maxAge, askedAt }: LoginRule, now: Date): Date {
  if (loginRequired || maxAge === null) return askedAt;
  return new Date(Math.min(askedAt.getTime(), now.getTime() - maxAge * 1000));
}

/** First the password, then the second factor. A key that checks who uses it is both. */
function waysLeft(
  { account, secondFactors }: KnownAuthentication,
  given: readonly ProofKind[],
  needsKey: boolean,
): Way[] {
  const first: Way = account.hasPassword ? "password" : "email_code";
  const byKey: Way[] = account.hasKey ? ["hardware_key"] : [];
  if (secondFactors.length === 0) return [first];
  const hasFirst = given.includes("verified-key") || knowledgeOf(account).some((kind) => given.includes(kind));
  if (!hasFirst) return [first, ...byKey];
  const hasSecond = needsKey ? hasKeyProof(given) : given.some((kind) => possessions.includes(kind));
  return hasSecond || needsKey ? byKey : [...secondFactors];
}
