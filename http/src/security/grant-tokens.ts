import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** HMAC-SHA-256 under a key of the service, base64url. */
type Hmac = (...parts: string[]) => string;

/**
 * Authorization codes, device codes and refresh tokens name their stream and are derived from its id, so that none is stored. The prefixes mark them
 * among other bearer tokens.
 */

const id = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
const mac = "([A-Za-z0-9_-]{43})";

const codeForm = new RegExp(`^atc_${id}_${mac}$`);
const codeMac = (authorizationId: string, hmac: Hmac) => hmac("authorization code", authorizationId);

export const authorizationCode = (authorizationId: string, hmac: Hmac): string =>
  `atc_${authorizationId}_${codeMac(authorizationId, hmac)}`;

/** The authorization that the code belongs to; null for anything that this service did not issue. */
export function parseAuthorizationCode(text: string, hmac: Hmac): string | null {
  const [, authorizationId, presented] = codeForm.exec(text) ?? [];
  if (!authorizationId || !presented) return null;
  return isEqualInConstantTime(presented, codeMac(authorizationId, hmac)) ? authorizationId : null;
}

/** What a device shows its tokens' endpoint. `key`: of the stream of its request, the HMAC of its user code. */
export interface DeviceCode {
  readonly authorizationId: string;
  readonly key: string;
}

const deviceForm = new RegExp(`^atd_${id}_${mac}_${mac}$`);
const deviceMac = ({ authorizationId, key }: DeviceCode, hmac: Hmac) => hmac("device code", authorizationId, key);

export const deviceCodeText = (code: DeviceCode, hmac: Hmac): string =>
  `atd_${code.authorizationId}_${code.key}_${deviceMac(code, hmac)}`;

/** Null for anything that this service did not issue. */
export function parseDeviceCode(text: string, hmac: Hmac): DeviceCode | null {
  const [, authorizationId, key, presented] = deviceForm.exec(text) ?? [];
  if (!authorizationId || !key || !presented) return null;
  const code = { authorizationId, key };
  return isEqualInConstantTime(presented, deviceMac(code, hmac)) ? code : null;
}

/** `serial`: 1 for the first refresh token of an authorization. An earlier one is recognized by it. */
export interface RefreshToken {
  readonly authorizationId: string;
  readonly serial: number;
}

const refreshForm = new RegExp(`^atr_${id}_([1-9][0-9]{0,8})_${mac}$`);
const refreshMac = ({ authorizationId, serial }: RefreshToken, hmac: Hmac) =>
  hmac("refresh token", authorizationId, String(serial));

export const refreshTokenText = (token: RefreshToken, hmac: Hmac): string =>
  `atr_${token.authorizationId}_${token.serial}_${refreshMac(token, hmac)}`;

/** Null for anything that this service did not issue. */
export function parseRefreshToken(text: string, hmac: Hmac): RefreshToken | null {
  const [, authorizationId, serial, presented] = refreshForm.exec(text) ?? [];
  if (!authorizationId || !presented) return null;
  const token = { authorizationId, serial: Number(serial) };
  return isEqualInConstantTime(presented, refreshMac(token, hmac)) ? token : null;
}
