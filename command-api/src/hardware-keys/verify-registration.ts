import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { z } from "zod";
import type { Refused } from "../handling/decider.ts";
import { isSoundAuthenticatorData } from "./authenticator-data.ts";
import { cborEnd } from "./cbor-bounds.ts";
import { type RegisteringSession, readChallenge, registrationScope } from "./challenge.ts";
import { challengeIn } from "./client-data.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { RegistrationResponse } from "./schema.ts";
import { loadWebAuthn, type WebAuthn } from "./webauthn-library.ts";

/** COSE algorithms: Ed25519, ES256 and RS256. */
export const algorithms = [-8, -7, -257];
/** WebAuthn level 3, section 4: a credential's id is no longer. */
const mostIdBytes = 1023;

export interface NewCredential {
  challengeId: string;
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: string[];
  aaguid: string;
  deviceType: "singleDevice" | "multiDevice";
  backedUp: boolean;
  discoverable: boolean | null;
  userVerified: boolean;
}

export type RegistrationReason = "invalid-challenge" | "invalid-response";

const extensionResults = z.object({ credProps: z.object({ rk: z.boolean() }) });

/** Verifies what a key answered to the challenge of a registration in this session. */
export async function verifyRegistration(
  { keyring, relyingParty }: { keyring: Keyring; relyingParty: RelyingParty },
  { response, by }: { response: RegistrationResponse; by: RegisteringSession },
  now: Date,
): Promise<NewCredential | Refused<RegistrationReason>> {
  const challenge = challengeIn(response.response.clientDataJSON, "webauthn.create", relyingParty);
  if (challenge === null) return { refused: "invalid-response" };
  const challengeId = readChallenge(keyring, registrationScope(by), { challenge, now });
  if (challengeId === null) return { refused: "invalid-challenge" };
  const info = await verifiedInfo(response, relyingParty, challenge);
  // The id is also what the key signed, not only what the browser says.
  if (!info || info.credential.id !== response.id) return { refused: "invalid-response" };
  const { credential } = info;
  return {
    challengeId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    signCount: credential.counter,
    transports: [...new Set(response.response.transports)],
    aaguid: info.aaguid,
    deviceType: info.credentialDeviceType,
    backedUp: info.credentialBackedUp,
    discoverable: extensionResults.safeParse(response.clientExtensionResults).data?.credProps.rk ?? null,
    userVerified: info.userVerified,
  };
}

/** Null if anything about the answer is not right. */
async function verifiedInfo(response: RegistrationResponse, { id, origin }: RelyingParty, challenge: string) {
  const { clientDataJSON, attestationObject, transports } = response.response;
  const library = await loadWebAuthn();
  if (!isAcceptedAttestation(library, Buffer.from(attestationObject, "base64url"), { id })) return null;
  try {
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: "public-key",
        response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      // A second factor need not check who uses it. A passkey must, each time that it signs in.
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo ?? null;
  } catch {
    return null;
  }
}

/**
 * Attestation is not asked for, so a browser sends none, or one that the key signed itself. Any other would have certificates decoded,
 * and revocation lists fetched, for a proof that nobody asks for.
 */
function isAcceptedAttestation(
  { decodeAttestationObject }: WebAuthn,
  bytes: Buffer,
  { id }: Pick<RelyingParty, "id">,
): boolean {
  if (cborEnd(bytes, 0) !== bytes.length) return false;
  try {
    const attestation = decodeAttestationObject(new Uint8Array(bytes));
    const authData = attestation.get("authData");
    const format = attestation.get("fmt");
    const isOwn = format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
    return isOwn && isSoundAuthenticatorData(authData, { id }, false) && hasShortId(authData);
  } catch {
    return false;
  }
}

const hasShortId = (authData: Uint8Array): boolean => (authData[53] ?? 0) * 256 + (authData[54] ?? 0) <= mostIdBytes;
