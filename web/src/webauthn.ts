import type { AuthenticationOptions, RegistrationOptions } from "@attestory/command-api/hardware-keys/schema.ts";

/** The browser gave no credential: the user declined, took too long, or has no key that fits. */
export class CeremonyEnded extends Error {
  /** Whether the key that was tried is registered already. */
  readonly isRegistered: boolean;

  constructor(cause: Error) {
    super("The browser gave no credential", { cause });
    this.name = "CeremonyEnded";
    this.isRegistered = cause.name === "InvalidStateError";
  }
}

/** Whether this browser knows hardware keys and passkeys. Over plain HTTP, only localhost has them. */
export const supportsWebAuthn = (): boolean => typeof PublicKeyCredential === "function";

/** Whether this browser can offer passkeys where it fills in the username. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  supportsWebAuthn() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Whether this device itself can keep a passkey, behind a finger, a face or a PIN. */
export const canMakePasskeys = async (): Promise<boolean> =>
  supportsWebAuthn() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()) === true;

/**
 * Loads what the ceremonies need, once. No first screen needs it.
 * @throws Unreachable when it could not be loaded; the next call tries again
 */
export const loadWebAuthn = () => import("@simplewebauthn/browser");

/** Asks the user for a hardware key, and has it make a credential. @throws CeremonyEnded */
export async function createCredential(optionsJSON: RegistrationOptions) {
  const { startRegistration } = await loadWebAuthn();
  return startRegistration({ optionsJSON }).catch(rethrow);
}

/** Asks the user for a credential that they have. Ends an open offer. @throws CeremonyEnded */
export async function getCredential(optionsJSON: AuthenticationOptions) {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON }).catch(rethrow);
}

/** Offers passkeys where the browser fills in the username, and ends an earlier offer. Open until the user picks one. @throws CeremonyEnded */
export async function offerPasskeys(optionsJSON: AuthenticationOptions) {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(rethrow);
}

export async function endOffer(): Promise<void> {
  const { WebAuthnAbortService } = await loadWebAuthn();
  WebAuthnAbortService.cancelCeremony();
}

/** What browsers throw when there is no credential, and nothing is broken. */
const endings = ["NotAllowedError", "AbortError", "InvalidStateError"];

function rethrow(error: unknown): never {
  throw error instanceof Error && endings.includes(error.name) ? new CeremonyEnded(error) : error;
}
