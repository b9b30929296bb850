import { z } from "zod";

/** What the user of a session proved who they are with, and when. */

/**
 * `key`: a hardware key was there, and somebody touched it. `verified-key`: it also checked who uses it, by a PIN or a fingerprint.
 * `link`: a link that an operator made.
 */
const proofKind = z.enum(["password", "totp", "recovery-code", "email-code", "key", "verified-key", "link"]);
export type ProofKind = z.infer<typeof proofKind>;

/** As events have them: when each authentication method was last given. */
export const recordedProofs = z.partialRecord(proofKind, z.iso.datetime());
export type RecordedProofs = z.infer<typeof recordedProofs>;

/** When each authentication method was last given. */
export type Proofs = Readonly<Partial<Record<ProofKind, Date>>>;

interface Start {
  method: "password" | "passkey" | "registration" | "link";
  secondFactor: "totp" | "recovery-code" | "hardware-key" | "trusted-device" | "email-code" | null;
  provenAt: string | null;
}

const ofMethod: Readonly<Record<Start["method"], ProofKind>> = {
  password: "password",
  // Whoever registers has chosen the password.
  registration: "password",
  // No passkey signs in unless it has checked who uses it.
  passkey: "verified-key",
  link: "link",
};

/** In a trusted browser nothing was given. Of a key after a password it is not recorded whether it checked who uses it. */
const ofSecondFactor: Readonly<Record<NonNullable<Start["secondFactor"]>, ProofKind | null>> = {
  totp: "totp",
  "recovery-code": "recovery-code",
  "hardware-key": "key",
  "trusted-device": null,
  "email-code": "email-code",
};

/** What a sign-in proved. */
export function proofsOfStart({ method, secondFactor, provenAt }: Start, at: Date): Proofs {
  const second = secondFactor === null ? null : ofSecondFactor[secondFactor];
  return { [ofMethod[method]]: provenAt === null ? at : new Date(provenAt), ...(second && { [second]: at }) };
}

interface Reauthentication {
  method: "password" | "totp" | "recovery-code" | "hardware-key" | "email-code";
  userVerified: boolean;
}

/** What a step-up proved. */
export function proofOfStepUp({ method, userVerified }: Reauthentication): ProofKind {
  if (method !== "hardware-key") return method;
  return userVerified ? "verified-key" : "key";
}

/** Of each kind the later one. Clocks of processes differ: no time moves back. */
export function laterProofs(known: Proofs, other: Proofs): Proofs {
  const later: Partial<Record<ProofKind, Date>> = { ...known };
  for (const [kind, at] of Object.entries(other) as [ProofKind, Date][]) {
    const before = later[kind];
    if (before === undefined || at > before) later[kind] = at;
  }
  return later;
}

/** Null, in events of older versions: none are repeated. */
export const readProofs = (recorded: RecordedProofs | null): Proofs =>
  Object.fromEntries(Object.entries(recorded ?? {}).map(([kind, at]) => [kind, new Date(at)]));

export const recordProofs = (proofs: Proofs): RecordedProofs =>
  Object.fromEntries(Object.entries(proofs).map(([kind, at]) => [kind, at.toISOString()]));
