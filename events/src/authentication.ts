import type { ProofKind, Proofs } from "./session-proofs.ts";

/** How strongly the user of a session proved who they are: the rule for `auth_time`, `acr` and `amr`. Both sides apply it. */

/** What an account asks for. */
export interface AccountFactors {
  hasPassword: boolean;
  /** An authenticator app. */
  hasTotp: boolean;
  hasKey: boolean;
}

export interface ProvenSession {
  startedAt: Date;
  proofs: Proofs;
}

/** One factor; two factors; two factors, one of which is a key that answers no other site. */
export type Strength = 1 | 2 | 3;

/**
 * `acr` by strength. `phr` is registered (OpenID Connect Extended Authentication Profile ACR Values 1.0, section 2); for the others nothing
 * is: see docs/decisions/acr-and-amr.md.
 */
const acrs: Readonly<Record<Strength, string>> = { 1: "urn:attestory:acr:1fa", 2: "urn:attestory:acr:2fa", 3: "phr" };
export const acrValues: readonly string[] = Object.values(acrs);

export const acrOf = (strength: Strength): string => acrs[strength];

/** Null for a value that is not one of ours. */
export const strengthOf = (acr: string): Strength | null => {
  const index = acrValues.indexOf(acr);
  return index < 0 ? null : ((index + 1) as Strength);
};

/** The most that an account can prove. Without a password, only a key is two factors. */
export function mostStrength({ hasPassword, hasTotp, hasKey }: AccountFactors): Strength {
  if (hasKey) return 3;
  return hasPassword && hasTotp ? 2 : 1;
}

/** An authentication of the user with everything that the account asks for. */
export interface Authentication {
  at: Date;
  strength: Strength;
  /** `amr` (RFC 8176 section 2, and `pop` of Extended Authentication Profile ACR Values 1.0 section 3). */
  methods: readonly string[];
}

export const possessions: readonly ProofKind[] = ["totp", "recovery-code", "key", "verified-key"];

/** What may stand for the password. A code from an email may where there is none. */
export const knowledgeOf = ({ hasPassword }: AccountFactors): readonly ProofKind[] =>
  hasPassword ? ["password"] : ["password", "email-code"];

/** When one of these was last given; the beginning of time if none was. */
export const lastOf = (proofs: Proofs, kinds: readonly ProofKind[]): Date =>
  new Date(Math.max(0, ...kinds.map((kind) => proofs[kind]?.getTime() ?? 0)));

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/**
 * When the user last proved who they are with everything that the account asks for: by the sign-in, by a key that checks who uses it, or
 * later by a password and a second factor. Without a second factor, the password is enough; nothing else is, as it may be the proof of a
 * second factor that was removed since.
 */
function fullyAuthenticatedAt({ startedAt, proofs }: ProvenSession, account: AccountFactors): Date {
  const known = lastOf(proofs, knowledgeOf(account));
  const hasSecondFactor = account.hasTotp || account.hasKey;
  const again = hasSecondFactor ? earlier(known, lastOf(proofs, possessions)) : known;
  const byKey = lastOf(proofs, ["verified-key"]);
  // The link that verifies an address starts a session by the password of the registration, which is older.
  const signIn = Math.min(startedAt.getTime(), ...Object.values(proofs).map((at) => at.getTime()));
  return new Date(Math.max(signIn, again.getTime(), byKey.getTime()));
}

/**
 * The last full authentication of a session, with the proofs that were given since it began. It is no stronger than what the account can
 * prove now: a factor that was removed may have been lost or stolen.
 */
export function authenticationOf(session: ProvenSession, account: AccountFactors): Authentication {
  const at = fullyAuthenticatedAt(session, account);
  const given = (Object.keys(session.proofs) as ProofKind[]).filter((kind) => lastOf(session.proofs, [kind]) >= at);
  const strength = Math.min(strengthOfProofs(given), mostStrength(account)) as Strength;
  return { at, strength, methods: methodsOf(given) };
}

/** A code from an email is no second factor beside a password, which an email resets. */
const hasTwoFactors = (given: readonly ProofKind[]): boolean =>
  given.includes("verified-key") || (given.includes("password") && given.some((kind) => possessions.includes(kind)));

export const hasKeyProof = (given: readonly ProofKind[]): boolean =>
  given.includes("key") || given.includes("verified-key");

function strengthOfProofs(given: readonly ProofKind[]): Strength {
  if (!hasTwoFactors(given)) return 1;
  return hasKeyProof(given) ? 3 : 2;
}

const codes: readonly ProofKind[] = ["totp", "recovery-code", "email-code"];

/** Whether a key keeps its secret in hardware, and whether it took a PIN or a fingerprint, is not known: nothing says so. */
function methodsOf(given: readonly ProofKind[]): string[] {
  const said: [string, boolean][] = [
    ["pwd", given.includes("password")],
    ["otp", given.some((kind) => codes.includes(kind))],
    ["pop", hasKeyProof(given)],
    ["user", hasKeyProof(given)],
    ["mfa", hasTwoFactors(given)],
  ];
  return said.filter(([, isTrue]) => isTrue).map(([name]) => name);
}
