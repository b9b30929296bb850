import { createPublicKey, type JsonWebKeyInput } from "node:crypto";
import type { AuthMethod } from "@attestory/http/routing/application-answer.ts";
import type { Application } from "./application-state.ts";

type Authentication = Pick<Application, "kind" | "usesPrivateKeyJwt" | "jwks">;
export type AuthenticationReason = "wrong-auth-method" | "needs-keys" | "unusable-keys";

/** What is wrong with the settings of an application. */
export const settingReasons = ["public-needs-pkce", "wrong-auth-method", "needs-keys", "unusable-keys"] as const;
export type SettingReason = (typeof settingReasons)[number];

/** Undefined: the method was left out. */
export const fitsKind = (kind: Authentication["kind"], method: AuthMethod | undefined): boolean =>
  method === undefined || (method === "none") === (kind === "public");

/** Null if the application can prove who it is. */
export function faultOfAuthentication({ kind, usesPrivateKeyJwt, jwks }: Authentication): AuthenticationReason | null {
  if (usesPrivateKeyJwt && kind === "public") return "wrong-auth-method";
  if (usesPrivateKeyJwt && jwks === null) return "needs-keys";
  return jwks === null || jwks.keys.every(isUsable) ? null : "unusable-keys";
}

const leastModulus = 2048;
const leastExponent = 65_537n;

/** Whether it is a key at all, such as a point on its curve, and strong enough (NIST SP 800-131A). */
function isUsable(jwk: Record<string, string>): boolean {
  try {
    const { asymmetricKeyDetails: { modulusLength, publicExponent } = {} } = createPublicKey({
      key: jwk,
      format: "jwk",
    } satisfies JsonWebKeyInput);
    return (modulusLength ?? leastModulus) >= leastModulus && (publicExponent ?? leastExponent) >= leastExponent;
  } catch {
    return false;
  }
}
