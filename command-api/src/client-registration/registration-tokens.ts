import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** Both kinds of token name their streams and end with an HMAC, so that none is stored. */

type Hmac = (...parts: string[]) => string;

const id = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
const mac = "([A-Za-z0-9_-]{43})";

const initialForm = new RegExp(`^ati_${id}_${mac}$`);
const initialMac = (tokenId: string, hmac: Hmac) => hmac("initial access token", tokenId);

/** Lets applications register (RFC 7591 section 3). */
export const initialAccessTokenText = (tokenId: string, hmac: Hmac): string =>
  `ati_${tokenId}_${initialMac(tokenId, hmac)}`;

/** The id of the token; null for anything that this service did not make. */
export function parseInitialAccessToken(text: string, hmac: Hmac): string | null {
  const [, tokenId, presented] = initialForm.exec(text) ?? [];
  if (!tokenId || !presented) return null;
  return isEqualInConstantTime(presented, initialMac(tokenId, hmac)) ? tokenId : null;
}

/** Of an application, and the initial access token with which it registered. */
export interface Registration {
  tokenId: string;
  applicationId: string;
}

const registrationForm = new RegExp(`^atg_${id}_${id}_${mac}$`);
const registrationMac = ({ tokenId, applicationId }: Registration, hmac: Hmac) =>
  hmac("registration access token", tokenId, applicationId);

/** Lets an application read and change its own registration (RFC 7592 section 3). */
export const registrationTokenText = (registration: Registration, hmac: Hmac): string =>
  `atg_${registration.tokenId}_${registration.applicationId}_${registrationMac(registration, hmac)}`;

/** Null for anything that this service did not make. */
export function parseRegistrationToken(text: string, hmac: Hmac): Registration | null {
  const [, tokenId, applicationId, presented] = registrationForm.exec(text) ?? [];
  if (!tokenId || !applicationId || !presented) return null;
  const registration = { tokenId, applicationId };
  return isEqualInConstantTime(presented, registrationMac(registration, hmac)) ? registration : null;
}
